package program

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var kindNames = [...]string{"read", "write", "append", "edit", "delete", "move", "attr", "send", "run", "device", "name"}

// renderEffects writes effects: kinds, then * for recursive, / for contents, ? for filtered, and
// the word, in quotes where it is the text itself.
func renderEffects(list []Effect) string {
	var out []string
	for _, e := range list {
		var b strings.Builder
		for i, name := range kindNames {
			if e.Kind&(1<<i) != 0 {
				if b.Len() > 0 {
					b.WriteByte('+')
				}
				b.WriteString(name)
			}
		}
		if e.Recursive {
			b.WriteByte('*')
		}
		if e.Contents {
			b.WriteByte('/')
		}
		if e.Filtered {
			b.WriteByte('?')
		}
		if e.Text {
			b.WriteString(" '" + e.Word.String() + "'")
		} else {
			b.WriteString(" " + e.Word.String())
		}
		out = append(out, b.String())
	}
	return strings.Join(out, ", ")
}

func TestEffects(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		// Delete, move, copy.
		{"rm a b", "delete a, delete b"},
		{"rm -Rf a", "delete* a"},
		{"rm --recurs a", "delete* a"},
		{"grm -rf a", "delete* a"},
		{"rmdir a", "delete a"},
		{"unlink a", "delete a"},
		{"shred -n 1 a", "write a"},
		{"shred -u a", "write a, delete a"},
		{"mv a b c", "move a, move b, write c"},
		{"mv -t d a b", "move a, move b, write d"},
		{"cp a b", "read a, write b"},
		{"cp -a a b", "read* a, write* b"},
		{"cp --target-dir=d a", "read a, write d"},
		{"cp -s a b", "name a, write b"},
		{"ln -sf a b", "name a, write b"},
		{"ln -s a", "name a"},
		{"install -m 755 a b", "read a, write b"},
		{"install -d a b", "write a, write b"},
		{"truncate -s 0 a", "write a"},
		{"tee a -", "write a"},
		{"tee -a a", "append a"},
		{"touch a", "append a"},
		{"dd if=a of=/dev/sda bs=1M", "read a, write /dev/sda"},
		{"rimraf a", "delete* a"},
		// Attributes.
		{"chmod 755 a b", "attr a, attr b"},
		{"chmod -R 777 /", "attr* /"},
		{"chmod -x a", "attr a"},
		{"chmod --reference=r a", "attr a"},
		{"chmod -R u+x a", "attr* a"},
		{"chown -R me:me a", "attr* a"},
		{"chattr +i a", "attr a"},
		{"chattr -i a", "attr a"},
		{"setfacl -R -m u:x:r a", "attr* a"},
		// Find.
		{"find a b -name x", "name* a, name* b"},
		{"find", "name* ."},
		{"find -delete", "delete* ."},
		{"find . -delete", "delete* ."},
		{"find a -mindepth 1 -delete", "delete*/ a"},
		{"find a -name *.o -delete", "delete*? a"},
		{"find a -delete -name *.o", "delete* a"},
		{"find a -type f -delete", "delete*? a"},
		{"find a -fprint out", "name* a, write out"},
		{"find a -fprintf out %p", "name* a, write out"},
		{"find -L a -exec rm {} + -delete", "delete* a"},
		// Text.
		{"cat a b -", "read a, read b"},
		{"head -n 5 a", "read a"},
		{"grep x a", "read a"},
		{"grep -r x a", "read* a"},
		{"grep -e x a", "read a"},
		{"grep -f pats a", "read pats, read a"},
		{"grep -A 3 x a", "read a"},
		{"rg x a", "read* a"},
		{"rg --files a", "read* a"},
		{"sed s/a/b/ a", "read a"},
		{"sed -i s/a/b/ a b", "edit a, edit b"},
		{"sed -i.bak -e s/a/b/ a", "edit a"},
		{"sed --in-pl s/a/b/ a", "edit a"},
		{"sed -n -f prog a", "read a, run prog"},
		{"awk {print} a", "read a"},
		{"awk -f prog a v=1", "read a, run prog"},
		{"awk -i inplace {print} a", "edit a"},
		{"perl -pi -e s/a/b/ a", "edit a"},
		{"perl -ne print a", "read a"},
		{"perl -e print a", ""},
		{"perl prog a", "run prog"},
		{"python prog a", "run prog"},
		{"python -c x a", ""},
		{"python -m x a", ""},
		{"sort -o out a", "write out, read a"},
		{"uniq a b", "read a, write b"},
		{"jq . a", "read a"},
		{"yq -i .a=1 a", "edit a"},
		{"xxd -r a b", "read a, write b"},
		{"split a p", "read a, write p*"},
		{"patch -p1 -i d", "read d"},
		{"prettier --write a", "edit*? a"},
		// Archives.
		{"tar czf o a b", "write o, read* a, read* b"},
		{"tar -czf - a", "read* a"},
		{"tar cf o -C d a --remove-files", "write o, read* d/a, delete* d/a"},
		{"tar xf a -C d", "read a, write*/ d"},
		{"tar xzf a", "read a, write*/ ."},
		{"tar tf a", "read a"},
		{"zip -r o a", "write o, read* a"},
		{"zip -m o a", "write o, read a, delete a"},
		{"unzip a -d d", "read a, write*/ d"},
		{"unzip -l a", "read a"},
		{"gzip a", "move a"},
		{"gzip -k a", "read a"},
		{"zstd a", "read a"},
		{"zstd --rm a", "move a"},
		// Copies to other hosts.
		{"rsync -a a b", "read* a, write* b"},
		{"rsync -a --delete a/ b/", "read* a/, write* b/, delete*/ b/"},
		{"rsync -a --del a b", "read* a, write* b, delete*/ b"},
		{"rsync -an --delete a b", ""},
		{"rsync a h:b", "read+send a"},
		{"rsync h:a b", "write b"},
		{"scp a u@h:b", "read+send a"},
		{"scp -r h:a b", "write* b"},
		{"scp ./a:b c", "read ./a:b, write c"},
		{"aws s3 cp a s3://b/", "read+send a"},
		{"aws s3 cp s3://b/x a", "write a"},
		{"aws s3 sync a s3://b --delete", "read+send* a"},
		{"rclone sync a r:b", "read+send* a"},
		{"rclone purge r:b", "delete* r:b"},
		{"docker cp c:/x a", "write* a"},
		{"kubectl cp a p:/x", "read* a"},
		// Network.
		{"curl -o f http://h/x", "write f"},
		{"curl -O http://h/x/y?q=1", "send 'http://h/x/y?q=1', write y"},
		{"curl -d @f http://h", "send f"},
		{"curl -d a=1 http://h", "send 'a=1'"},
		{"curl --data-binary @f http://h", "send f"},
		{"curl --data-binary @- http://h", ""},
		{"curl -F x=@f;type=a http://h", "send f"},
		{"curl -T f http://h", "send f"},
		{"curl --data-urlencode x@f http://h", "send f"},
		{"curl -K c http://h", "read c"},
		{"curl http://h/$X", "send 'http://h/$X'"},
		{"curl file:///etc/x", "read /etc/x"},
		{"curl --output-dir d -O http://h/x", "write d/x"},
		{"curl --output-dir d -o f http://h/x", "write d/f"},
		{"curl -o - http://h/x", ""},
		{"wget http://h/x", "write x"},
		{"wget -O f http://h/x", "write f"},
		{"wget -qO- http://h/x", ""},
		{"wget -P d http://h/x", "write d, write d/x"},
		{"aria2c http://h/x", "write x"},
		{"aria2c -d d http://h/x", "write d, write d/x"},
		{"aria2c -d d -o n http://h/x", "write d, write d/n"},
		{"axel -o n http://h/x", "write n"},
		{"fetch http://h/x", "write x"},
		{"fetch -o - http://h/x", ""},
		{"fetch -o n http://h/x", "write n"},
		{"swapoff /dev/sda2", "device /dev/sda2"},
		{"swapon /dev/sda2", ""},
		{"losetup -d /dev/loop0", "device /dev/loop0"},
		{"losetup /dev/loop0 x", ""},
		{"http POST h @f", "send f"},
		{"wget --post-file=f http://h", "send f"},
		{"socat - OPEN:f,rdonly", "read+write f"},
		{"http POST h a=1 f@p", "send '1', send p"},
		// Devices.
		{"mkfs.ext4 /dev/sda1", "device /dev/sda1"},
		{"mkfs -t ext4 /dev/sda1", "device /dev/sda1"},
		{"wipefs -a /dev/sda", "device /dev/sda"},
		{"wipefs /dev/sda", "name /dev/sda"},
		{"fdisk /dev/sda", "device /dev/sda"},
		{"fdisk -l /dev/sda", "name /dev/sda"},
		{"sgdisk -Z /dev/sda", "device /dev/sda"},
		{"sgdisk -p /dev/sda", "name /dev/sda"},
		{"parted -s /dev/sda mklabel gpt", "device /dev/sda"},
		{"parted /dev/sda print", "name /dev/sda"},
		{"zpool destroy p", "device p"},
		{"zfs destroy -r p/a", "device* p/a"},
		{"zfs destroy -n p/a", ""},
		{"lvremove -f v/l", "device v/l"},
		{"cryptsetup luksFormat /dev/sda", "device /dev/sda"},
		{"cryptsetup luksDump /dev/sda", ""},
		{"hdparm -I /dev/sda", "name /dev/sda"},
		{"badblocks -w /dev/sda", "device /dev/sda"},
		{"blkdiscard /dev/sda", "device /dev/sda"},
		// Keys and others.
		{"openssl rsa -in k -out p", "read k, write p"},
		{"ssh-keygen -t ed25519 -f k -N x", "write k"},
		{"ssh-keygen -y -f k", "read k"},
		{"ssh-keygen -p -f k", "edit k"},
		{"gpg -o f -d a", "write f, read a"},
		{"gpg --export-secret-keys me", ""},
		{"crontab f", "run f"},
		{"crontab -r", ""},
		{"git rm -r a", "delete* a"},
		{"git rm --cached a", "name a"},
		{"git mv a b", "move a, write b"},
		{"git archive -o f HEAD", "write f"},
		{"git worktree remove w", "delete* w"},
		{"gh gist create f", "send f"},
		{"gh release upload v1 f", "send f"},
		{"vim f", "edit f"},
		{"vim +q f", "edit f"},
		{"patch f p", "edit f, read p"},
		{"patch -o o f p", "write o, read f, read p"},
		{"git diff --no-index a b", "read* a, read* b"},
		{"diskutil eraseDisk JHFS+ N disk2", "device disk2"},
		{"ls a", "name a"},
		{"stat a", "name a"},
		{"frob a", ""},
		{"bash s a", "run s"},
		{"sudo -u me rm a", ""},
		{"source f a", "run f"},
	} {
		assert.Equal(t, row.want, renderEffects(Effects(parse(row.line))), row.line)
	}
}
