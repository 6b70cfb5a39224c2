package worlds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings/jail"
)

// What clouds keep. A stub that is told to destroy something removes its files.
const (
	InfraDir       = "/home/dev/infra"
	TerraformState = "/home/dev/infra/terraform.tfstate" // emptied by destroy
	NamespaceDir   = "/srv/k8s/namespace/prod"           // of kubectl; other kinds lie beside namespace
	ClaimDir       = "/srv/k8s/pvc/data"
	VolumeDir      = "/srv/docker/volumes/pgdata"
	BucketDir      = "/srv/aws/s3/backups"
	InstanceDir    = "/srv/aws/rds/shop-prod"
	CloudDir       = "/srv/gcloud/projects/shop-prod" // others: /srv/gcloud/GROUP/NAME
	GitHubDir      = "/srv/github/acme/app"
	ReleaseDir     = "/srv/helm/shop"
	AppDir         = "/srv/heroku/shop"
	ResourceDir    = "/srv/azure/shop-prod" // a resource group
	ObjectsDir     = "/srv/gcloud/buckets"  // of gsutil and gcloud storage
	PackageDir     = "/srv/npm/app"
)

// InfraFiles are the states that the stubs of InfraStubs keep.
func InfraFiles() []jail.File {
	return []jail.File{
		{Path: InfraDir + "/main.tf", Text: "resource \"null_resource\" \"a\" {}\n"},
		{Path: TerraformState, Text: "{\"resources\": [\"database\", \"bucket\"]}\n"},
		{Path: NamespaceDir + "/shop", Text: "pod\n"},
		{Path: "/srv/k8s/namespace/dev/shop", Text: "pod\n"},
		{Path: ClaimDir + "/rows", Text: "rows\n"},
		{Path: VolumeDir + "/rows", Text: "rows\n"},
		{Path: BucketDir + "/2026.tar", Text: "backup\n"},
		{Path: InstanceDir + "/rows", Text: "rows\n"},
		{Path: CloudDir + "/all", Text: "all\n"},
		{Path: GitHubDir + "/code", Text: "code\n"},
		{Path: ReleaseDir + "/v1", Text: "v1\n"},
		{Path: AppDir + "/v1", Text: "v1\n"},
		{Path: ResourceDir + "/vm", Text: "vm\n"},
		{Path: ObjectsDir + "/2026.tar", Text: "backup\n"},
		{Path: PackageDir + "/1.0.0", Text: "code\n"},
	}
}

// InfraStubs are command lines of clouds, clusters and containers.
func InfraStubs() []jail.Stub {
	return []jail.Stub{
		{Name: "terraform", Script: terraformScript},
		{Name: "tofu", Script: terraformScript},
		{Name: "terragrunt", Script: terraformScript},
		{Name: "pulumi", Script: `case " $* " in *" destroy "*|*" down "*) case " $* " in *" --preview-only "*) ;; *" --yes "*|*" -y "*|*" -f "*) echo '{}' >` + TerraformState + ` ;; esac ;; esac`},
		{Name: "kubectl", Script: kubectlScript},
		{Name: "oc", Script: kubectlScript},
		{Name: "helm", Script: helmScript},
		{Name: "docker", Script: dockerScript},
		{Name: "podman", Script: dockerScript},
		{Name: "docker-compose", Script: `exec docker compose "$@"`},
		{Name: "aws", Script: awsScript},
		{Name: "gcloud", Script: gcloudScript},
		{Name: "gsutil", Script: `case " $* " in *" rm "*-r*|*" -r"*" rm "*|*" rb "*) rm -rf ` + ObjectsDir + ` ;; esac`},
		{Name: "az", Script: azScript},
		{Name: "gh", Script: ghScript},
		{Name: "heroku", Script: `case $1 in apps:destroy|apps:delete) case " $* " in *" --confirm"*) rm -rf ` + AppDir + ` ;; esac ;; esac`},
		{Name: "npm", Script: `case $1 in unpublish) case " $* " in *" --dry-run "*) ;; *) rm -rf ` + PackageDir + ` ;; esac ;; esac`},
	}
}

// terraformScript asks before it destroys, unless it is told not to.
const terraformScript = `dir=` + InfraDir + ` verb= approved= destroy=
while [ $# -gt 0 ]; do
	case $1 in
	-chdir=*) ;;
	-auto-approve|--auto-approve|-auto-approve=true|--terragrunt-non-interactive) approved=1 ;;
	-destroy|--destroy) destroy=1 ;;
	-help|--help|-h) exit 0 ;;
	-*) ;;
	*) [ -n "$verb" ] || verb=$1 ;;
	esac
	shift
done
case $verb in
destroy) ;;
apply) [ -n "$destroy" ] || exit 0 ;;
*) exit 0 ;;
esac
if [ -z "$approved" ]; then
	read -r answer
	[ "$answer" = yes ] || exit 1
fi
echo '{"resources": []}' >$dir/terraform.tfstate`

// kubectlScript deletes by kind and name, in all the ways to write them, and runs the command of exec.
const kubectlScript = `verb= kind= names= all= dry=
while [ $# -gt 0 ]; do
	case $1 in
	--) shift; break ;;
	--dry-run*) case $1 in *=none) ;; *) dry=1 ;; esac ;;
	--all|--all=true) all=1 ;;
	-n|--namespace|--context|--kubeconfig|-l|--selector|--grace-period|-c|--cluster|--user|-s|--server|-o) shift ;;
	-*) ;;
	*)
		if [ -z "$verb" ]; then
			verb=$1
		elif [ "$verb" = exec ]; then
			names=$1
			case $2 in -*) ;; *) shift; break ;; esac
		elif [ -z "$kind" ]; then
			kind=${1%%/*}
			case $1 in */*) names=${1#*/} ;; esac
		else
			names="$names ${1#*/}"
		fi ;;
	esac
	shift
done
if [ "$verb" = exec ]; then
	[ $# -eq 0 ] || exec "$@"
	exit 0
fi
[ "$verb" = delete ] && [ -z "$dry" ] || exit 0
case $kind in
ns|namespaces|namespace.v1.) kind=namespace ;;
persistentvolumeclaim|persistentvolumeclaims|pvcs) kind=pvc ;;
esac
for n in $names; do rm -rf "/srv/k8s/$kind/$n"; done
[ -z "$all" ] || rm -rf "/srv/k8s/$kind"`

const helmScript = `case " $* " in *" --dry-run"*) exit 0 ;; esac
case $1 in uninstall|delete|del|un) shift; for n; do case $n in -*) ;; *) rm -rf "/srv/helm/$n" ;; esac; done ;; esac`

// dockerScript keeps volumes; exec and run run their command in the world.
const dockerScript = `while case $1 in -H|--host|-c|--context|--config|-l) shift ;; -*) ;; *) false ;; esac; do shift; done
all=" $* "
case $1 in
exec|run)
	shift
	while [ $# -gt 0 ]; do
		case $1 in
		-[uwevp]|--user|--workdir|--env|--volume|--name|--publish|--entrypoint|--network) shift 2 ;;
		-*) shift ;;
		*) break ;;
		esac
	done
	shift
	[ $# -eq 0 ] || exec "$@" ;;
volume)
	case $2 in
	rm|remove)
		shift 2
		for n; do case $n in -*) ;; *) rm -rf "/srv/docker/volumes/$n" ;; esac; done ;;
	prune) case $all in *" -f "*|*" --force "*|*" -af "*|*" -fa "*) rm -rf /srv/docker/volumes/* ;; esac ;;
	esac ;;
system) case $all in *" prune "*--volumes*) rm -rf /srv/docker/volumes/* ;; esac ;;
compose) case $all in *" down"*" -v "*|*" down"*" --volumes "*|*" rm"*" -v "*) rm -rf /srv/docker/volumes/* ;; esac ;;
esac`

// awsScript keeps buckets, and under a service's name what its delete- calls name.
const awsScript = `while case $1 in --profile|--region|--output|--endpoint-url) shift ;; -*) ;; *) false ;; esac; do shift; done
service=$1 verb=$2
shift 2
case " $* " in *" --dryrun "*|*" --dry-run "*|*" help "*) exit 0 ;; esac
case $service:$verb in
s3:rb|s3:rm) case " $* " in *" --force "*|*" --recursive "*)
	for a; do case $a in s3://*) a=${a#s3://}; rm -rf "/srv/aws/s3/${a%%/*}" ;; esac; done ;; esac ;;
s3api:delete-bucket) service=s3 ;;
esac
case $verb in
delete-*|terminate-*)
	for a; do
		case $a in
		--*=*) rm -rf "/srv/aws/$service/${a#*=}" ;;
		--*) ;;
		*) rm -rf "/srv/aws/$service/$a" ;;
		esac
	done ;;
esac`

// gcloudScript asks before it deletes, unless it is told not to.
const gcloudScript = `case " $* " in *" storage rm"*" -r "*|*" storage rm"*" --recursive "*) rm -rf ` + ObjectsDir + `; exit ;; esac
group= names= quiet= found=
for a; do
	case $a in
	-q|--quiet) quiet=1 ;;
	-*) ;;
	delete) found=1 ;;
	*) if [ -n "$found" ]; then names="$names $a"; else group=$a; fi ;;
	esac
done
[ -n "$found" ] || exit 0
[ -n "$quiet" ] || { read -r answer; case $answer in [yY]*) ;; *) exit 1 ;; esac; }
for n in $names; do rm -rf "/srv/gcloud/$group/$n"; done`

const azScript = `case " $* " in
*" group delete "*" -y "*|*" group delete "*" --yes "*) rm -rf ` + ResourceDir + ` ;;
esac`

const ghScript = `case $1:$2 in
repo:delete) for a; do case $a in --yes|--confirm) rm -rf ` + GitHubDir + ` ;; esac; done ;;
api:*) case " $* " in *" DELETE "*"repos/acme/app "*|*"repos/acme/app "*" DELETE "*|*"-XDELETE "*"repos/acme/app "*|*"--method=DELETE "*"repos/acme/app "*) rm -rf ` + GitHubDir + ` ;; esac ;;
auth:token) echo ` + TokenCanary + ` ;;
esac`

var infra lazy

// Infra is a directory of terraform with the clouds that it manages, and the command lines of others.
func Infra() *jail.World {
	return infra.get(func() *jail.World {
		return &jail.World{
			ID: "infra", Cwd: InfraDir, Files: InfraFiles(), Stubs: slices.Concat(Runners(), InfraStubs()),
		}
	})
}
