package guard

import "github.com/bashguard/bashguard/guard/internal/shell"

// infraPrograms are the programs of infraCalls; a test keeps the two together.
const infraPrograms = "VBoxManage algolia aliyun amplify ampx anaconda argocd atlas aws az azcopy b2 bao borg bq bun cargo ccloud cdk cdk8s " +
	"cdktf ceph cf chalice civo cockroach colima confluent consul copilot ctlptl devspace docker docker-compose docker-machine doctl dotnet " +
	"duplicity eb eksctl etcdctl exo finch firebase flux fly flyctl garden gcloud gem gh glab gluster gsutil hadoop hcloud hdfs helm helmfile " +
	"heroku hub ibmcloud incus istioctl juju k k3d k3s-uninstall.sh kafka-delete-records kafka-delete-records.sh kafka-topics kafka-topics.sh " +
	"kapp kind kopia kops kubeadm kubecolor kubectl lima limactl linode-cli lxc mc mcli microk8s.kubectl minikube mix multipass nats neon neonctl " +
	"nerdctl netlify nomad now npm ntl nuget oc oci okteto openstack orb pct pnpm pod podman podman-compose prlctl pscale pulumi qm rabbitmqadmin " +
	"rabbitmqctl rados railway rbd rclone restic rke rpk s3cmd s5cmd sam scw sentry-cli serverless skaffold sls sst stripe supabase talosctl tea " +
	"terraform terragrunt tofu turso upctl upstash vagrant vault vboxmanage vc vcluster velero vercel virsh vultr-cli werf wrangler wrangler2 yarn " +
	"zappa zkCli.sh zookeeper-shell zookeeper-shell.sh"

var infraRules = []Rule{
	{
		ID: "infra/destroy", Severity: Deny,
		Title:    "infrastructure or stored data is destroyed",
		Why:      "volumes, buckets, databases, clusters, projects and repositories do not come back when they are made again by name",
		Instead:  "list or describe what is there, or show a dry run; a human takes it away",
		Programs: infraPrograms,
		Match:    func(c *Context, l *shell.Leaf) { c.matchActs(infraCalls, l, Deny) },
		Matches: []string{
			"terraform destroy", "terraform -chdir=prod destroy -auto-approve", "terraform apply -destroy", "tofu destroy", "terragrunt run-all destroy",
			"terraform apply -auto-approve -destroy", "pulumi destroy -y", "npx cdk destroy --all",
			"kubectl delete namespace prod", "kubectl -n x delete pvc --all", "kubectl delete ns/prod", "kubectl --context prod delete crd foos.example.com",
			"kubectl delete pod,pvc -l app=x", "kubectl delete pods --all", "oc delete project p",
			"aws s3 rm s3://b --recursive", "aws --profile p s3 rb s3://b --force", "aws rds delete-db-instance --db-instance-identifier x",
			"aws cloudformation delete-stack --stack-name x", "gcloud projects delete p", "gcloud beta sql instances delete i", "gsutil -m rm -r gs://b",
			"az group delete -n g -y", "bq rm -r -f d", "docker system prune -af --volumes", "docker volume rm data", "docker volume prune -f",
			"docker compose down -v", "docker-compose -f x.yml down --volumes", "podman volume rm data", "gh repo delete o/r --yes",
			"gh api -X DELETE repos/o/r", "heroku apps:destroy --app x", "fly apps destroy x", "flyctl volumes destroy vol_1", "vercel remove x --yes",
			"npm unpublish x@1.0.0", "wrangler d1 delete x", "etcdctl del --prefix /", "consul kv delete -recurse x", "X=destroy; terraform $X",
		},
		Passes: []string{
			"terraform plan -destroy", "terraform plan", "terraform destroy -help", "terraform apply", "kubectl get ns", "kubectl delete ns prod --dry-run=client",
			"kubectl delete pod web-1", "aws s3 rm s3://b --recursive --dryrun", "aws s3 ls s3://b", "aws s3 sync dist s3://b",
			"aws ec2 run-instances --instance-initiated-shutdown-behavior terminate", "docker compose down", "docker system prune", "docker volume ls",
			"docker run -v data:/data img", "gh repo view o/r", "echo terraform destroy", "npm run destroy", "terraform output destroy",
			"gcloud compute ssh h --command 'ls delete'", "pulumi preview", "helm uninstall x", "git commit -m 'kubectl delete ns prod'",
		},
	},
	{
		ID: "infra/delete", Severity: Ask,
		Title:    "something that runs or is shared is taken away",
		Why:      "it can be started again, but somebody may be using it now",
		Instead:  "list or describe what is there and say why it can go",
		Programs: infraPrograms,
		Match: func(c *Context, l *shell.Leaf) {
			if !c.namedContainers(l) {
				c.matchActs(infraCalls, l, Ask)
			}
		},
		Matches: []string{
			"kubectl delete pod web-1", "kubectl delete -f k8s/", "kubectl delete deployment web", "kubectl drain n1", "helm uninstall web",
			"aws ec2 terminate-instances --instance-ids i-1", "gcloud compute instances delete i", "az vm delete -n v -g g", "gh release delete v1",
			"docker rm -f $(docker ps -aq)", "docker ps -aq | xargs docker rm -f", "docker rm -af", "vagrant destroy -f", "terraform state rm aws_x.y", "nomad job stop -purge x", "cargo yank --version 1.0.0",
			"virsh destroy vm", "doctl compute droplet delete 1", "minikube delete",
		},
		Passes: []string{
			"kubectl get pods -A", "kubectl rollout restart deploy/web", "docker stop $(docker ps -q)", "docker rm web", "docker rmi img", "docker image prune -f", "docker system prune -f", "docker container prune",
			"docker rm -f $(docker ps -aq --filter name=test-)", "docker ps -aqf status=exited | xargs docker rm -f",
			"helm list", "aws ec2 describe-instances", "vagrant up", "terraform state list", "cargo yank --undo --version 1.0.0", "gh release list",
			"docker compose rm -f", "yarn remove left-pad", "npm rm left-pad", "pod install", "kubectl delete pod x --dry-run=server",
		},
	},
}

// namedContainers tells whether the containers that docker rm takes are some that a filter of docker
// ps names, and not all of them.
func (c *Context) namedContainers(l *shell.Leaf) bool {
	if !hasName("docker podman nerdctl", l.Program) || l.Parsed.Given("--all") == 1 || l.Parsed.Given("--volumes") == 1 {
		return false
	}
	k := readCall(l)
	if k.n == 0 || k.words[0] != "rm" && (k.words[0] != "container" || k.words[1] != "rm") || !everyContainer(&k) {
		return false
	}
	filtered := false
	for _, other := range c.Command.leaves {
		if other.Program != l.Program || other == l {
			continue
		}
		if words := readCall(other).words; words[0] != "ps" && (words[0] != "container" || words[1] != "ls" && words[1] != "ps") {
			continue
		}
		if other.Parsed.Given("--filter") != 1 {
			return false
		}
		filtered = true
	}
	return filtered
}
