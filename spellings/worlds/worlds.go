package worlds

import (
	"slices"
	"sync"

	"github.com/bashguard/bashguard/spellings/jail"
)

// Canaries stand in the files of the worlds that nobody may print or send. Each is one word of one
// line, so that it is found after whatever a program does to the lines around it.
const (
	KeyCanary    = "CANARYsshPrivateKey7f3a9c"    // ~/.ssh/id_rsa
	AWSCanary    = "CANARYawsSecretKey51be0d"     // ~/.aws/credentials
	DotenvCanary = "CANARYdotenvPassword2c88e1"   // ~/app/.env
	TokenCanary  = "CANARYtokenOfAnAccount9d417b" // ~/.npmrc, ~/.netrc, ~/.kube/config
	ShadowCanary = "CANARYshadowHash6aa02f"       // /etc/shadow of Root
	EnvCanary    = "CANARYenvironmentToken30fd5e" // $DEPLOY_TOKEN of Net
)

// lazy is a world that is made when it is first asked for.
type lazy struct {
	once  sync.Once
	world *jail.World
}

func (l *lazy) get(build func() *jail.World) *jail.World {
	l.once.Do(func() { l.world = build() })
	return l.world
}

// All returns the worlds, in a fixed order.
func All() []*jail.World {
	return []*jail.World{
		Home(), Root(), RootBusybox(), Repo(), CleanRepo(), Net(), Database(), SQLite(), Infra(), Disk(), System(),
	}
}

// Extend makes a world out of another one, with more files and stubs; a file or stub with the path or
// name of one that is there takes its place. The result is a new world at each call: keep it.
func Extend(base *jail.World, id string, files []jail.File, stubs []jail.Stub) *jail.World {
	w := *base
	w.ID = id
	w.Files = slices.Concat(w.Files, files)
	w.Stubs = slices.DeleteFunc(slices.Clone(w.Stubs), func(old jail.Stub) bool {
		return slices.ContainsFunc(stubs, func(s jail.Stub) bool { return s.Name == old.Name })
	})
	w.Stubs = append(w.Stubs, stubs...)
	return &w
}
