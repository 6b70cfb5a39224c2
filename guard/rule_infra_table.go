package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// What follows is every call that takes infrastructure away, by program. Deny is for what holds
// data or is the root of other things; ask for what can be started again. Rows with None are
// deletes of things that cost nothing to lose.

var infraCalls = []calls{
	{"terraform tofu terragrunt", []act{
		{words: "destroy|destroy-all", severity: Deny, what: "destroys all that the state manages", instead: terraformInstead},
		{words: "apply|apply-all", need: "-destroy", open: true, severity: Deny, what: "with -destroy destroys all that the state manages", instead: terraformInstead},
		{words: "run-all destroy", severity: Deny, what: "destroys every stack below this directory", instead: terraformInstead},
		{words: "stack destroy", severity: Deny, what: "destroys every unit of the stack", instead: terraformInstead},
		{words: "run ~destroy", severity: Deny, what: "destroys all that the state manages", instead: terraformInstead},
		{words: "state rm", what: "makes the state forget resources that go on running"},
		{words: "workspace delete", what: "deletes a workspace and its state"},
		{words: "force-unlock", what: "takes the lock of another run away"},
	}},
	{"pulumi", []act{
		{words: "destroy|down|dn", not: "--preview-only", severity: Deny, what: "destroys all resources of the stack", instead: "`pulumi preview --diff` shows what a change would do; destroying a stack is for a human to run"},
		{words: "stack rm|remove", need: "--force -f", severity: Deny, open: true, what: "removes a stack that still has resources"},
		{words: "stack rm|remove", what: "removes the stack and its configuration"},
		{words: "state delete", what: "makes the state forget resources that go on running"},
	}},
	{"cdk cdktf cdk8s", []act{
		{words: "destroy", severity: Deny, what: "destroys the stacks and what they hold", instead: "`cdk diff` shows what a change would do; destroying a stack is for a human to run"},
	}},
	{"serverless sls sst sam amplify eb zappa chalice ampx", []act{
		{words: "remove|delete|terminate|undeploy", severity: Deny, what: "removes the deployed service with its resources"},
		{words: "sandbox delete", what: "deletes the sandbox"},
	}},
	{"kubectl oc kubecolor k microk8s.kubectl", []act{
		{words: "delete", when: kubeDisaster, severity: Deny, what: "takes what it names away for good, with all that hangs on it", instead: kubeInstead},
		{words: "delete", what: "deletes running objects"},
		{words: "drain", what: "moves every pod off the node"},
		{words: "replace", need: "--force", open: true, what: "with --force deletes the objects before it makes them again"},
		{words: "apply", need: "--prune", open: true, what: "with --prune deletes objects that the files do not name"},
		{words: "adm drain", what: "moves every pod off the node"},
	}},
	{"helm helmfile", []act{
		{words: "uninstall|delete|del|un", what: "uninstalls a release"},
		{words: "destroy", severity: Deny, what: "uninstalls every release of the file"},
	}},
	{"aws", []act{
		{words: "s3 rb", severity: Deny, what: "deletes a bucket", instead: s3Instead},
		{words: "s3 rm", need: "--recursive", severity: Deny, what: "with --recursive deletes every object below the prefix", not: "--dryrun", instead: s3Instead},
		{words: "s3 rm", not: "--dryrun", what: "deletes an object"},
		{words: "s3api delete-bucket|delete-objects", severity: Deny, what: "deletes stored data", instead: s3Instead},
		{words: "rds|docdb|neptune|redshift|redshift-serverless|elasticache|memorydb|dax|opensearch|es|timestream-write|qldb|keyspaces|fsx|efs|glacier|backup delete-*", severity: Deny, what: "deletes a data store or its backups"},
		{words: "dynamodb delete-table|delete-backup", severity: Deny, what: "deletes a table or its backup"},
		{words: "cloudformation delete-stack*", severity: Deny, what: "deletes the stack and every resource in it", instead: "`aws cloudformation describe-stack-resources --stack-name NAME` shows what a stack holds; deleting it is for a human to run"},
		{words: "eks delete-cluster", severity: Deny, what: "deletes a cluster"},
		{words: "ec2 delete-volume|delete-snapshot|delete-vpc", severity: Deny, what: "deletes a volume, a snapshot or a network"},
		{words: "kms schedule-key-deletion|delete-imported-key-material", severity: Deny, what: "makes everything encrypted with the key unreadable"},
		{words: "secretsmanager delete-secret", need: "--force-delete-without-recovery", severity: Deny, open: true, what: "deletes a secret without recovery"},
		{words: "ecr|ecr-public delete-repository", need: "--force", severity: Deny, open: true, what: "deletes a repository with its images"},
		{words: "sqs purge-queue", severity: Deny, what: "deletes every message of the queue"},
		{words: "kinesis delete-stream", severity: Deny, what: "deletes a stream and its records"},
		{words: "route53 delete-hosted-zone", severity: Deny, what: "deletes a zone"},
		{words: "cognito-idp delete-user-pool", severity: Deny, what: "deletes every user of the pool"},
		{words: "organizations delete-*|close-account|leave-organization", severity: Deny, what: "takes an account or the organization away"},
		{words: "codecommit delete-repository", severity: Deny, what: "deletes a repository"},
		{words: "lightsail delete-relational-database|delete-disk|delete-bucket", severity: Deny, what: "deletes stored data"},
		{words: "logs delete-log-group", what: "deletes the logs of a group"},
		{words: "cloudtrail stop-logging|delete-trail", severity: Deny, what: "stops the audit log"},
		{words: "configure|sso|sts|help *", severity: None},
		{words: "* delete-*|terminate-*|deregister-*|purge-*|batch-delete-*|disable-key|remove-tags*", what: "takes a resource away"},
		{words: "emr terminate-clusters", what: "terminates a cluster"},
	}},
	{"s3cmd s5cmd mc mcli", []act{
		{words: "rb", severity: Deny, what: "deletes a bucket", instead: s3Instead},
		{words: "del|rm", need: "--recursive -r --force", severity: Deny, open: true, not: "-n --fake", what: "deletes every object below the prefix", instead: s3Instead},
		{words: "rm|del", when: func(k *call) bool { return k.anyWord(func(w string) bool { return strings.HasSuffix(w, "*") }) }, severity: Deny, what: "deletes every object that the pattern matches", instead: s3Instead},
		{words: "rm|del", what: "deletes an object"},
	}},
	{"rclone", []act{
		{words: "purge|delete", not: "-n", severity: Deny, what: "deletes the path and its contents at the remote", instead: "`rclone ls REMOTE:PATH`, or the same command with --dry-run, shows what would go"},
	}},
	{"azcopy", []act{
		{words: "remove|rm", severity: Deny, need: "--recursive", open: true, what: "deletes everything below the prefix"},
		{words: "remove|rm", what: "deletes an object"},
	}},
	{"b2", []act{
		{words: "delete-bucket|delete_bucket", severity: Deny, what: "deletes a bucket"},
		{words: "bucket delete", severity: Deny, what: "deletes a bucket"},
		{words: "rm", what: "deletes objects"},
	}},
	{"gsutil", []act{
		{words: "rb", severity: Deny, what: "deletes a bucket", instead: s3Instead},
		{words: "rm", need: "-r -R", severity: Deny, open: true, what: "deletes everything below the prefix", instead: s3Instead},
		{words: "rm", when: func(k *call) bool { return k.anyWord(func(w string) bool { return strings.HasSuffix(w, "*") }) }, severity: Deny, what: "deletes every object that the pattern matches", instead: s3Instead},
		{words: "rm", what: "deletes an object"},
	}},
	{"gcloud", []act{
		{words: "config|auth|components|info|topic|help|cheat-sheet", severity: None},
		{words: "** projects delete", severity: Deny, what: "deletes a whole project", instead: cloudInstead},
		{words: "** folders|organizations delete", severity: Deny, what: "deletes a folder of projects", instead: cloudInstead},
		{words: "** sql|spanner|bigtable|alloydb|firestore|filestore|redis|memcache|datastore ** delete|bulk-delete", severity: Deny, what: "deletes a data store or its backups", instead: cloudInstead},
		{words: "** storage buckets|objects|managed-folders delete", severity: Deny, what: "deletes stored data", instead: cloudInstead},
		{words: "** storage rm", need: "--recursive -r -R", severity: Deny, open: true, what: "deletes everything below the prefix", instead: cloudInstead},
		{words: "** storage rm", when: func(k *call) bool { return k.anyWord(func(w string) bool { return strings.HasSuffix(w, "*") }) }, severity: Deny, what: "deletes every object that the pattern matches", instead: cloudInstead},
		{words: "** storage rm", what: "deletes an object"},
		{words: "** container clusters delete", severity: Deny, what: "deletes a cluster", instead: cloudInstead},
		{words: "** compute disks|snapshots|networks delete", severity: Deny, what: "deletes a disk, a snapshot or a network", instead: cloudInstead},
		{words: "** keys versions destroy", severity: Deny, what: "makes everything encrypted with the key unreadable", instead: cloudInstead},
		{words: "** secrets delete", severity: Deny, what: "deletes a secret and its versions", instead: cloudInstead},
		{words: "** managed-zones delete", severity: Deny, what: "deletes a zone", instead: cloudInstead},
		{words: "** artifacts repositories delete", severity: Deny, what: "deletes a repository of packages", instead: cloudInstead},
		{words: "** source repos delete", severity: Deny, what: "deletes a repository", instead: cloudInstead},
		{words: "** delete|destroy|delete-*", what: "takes a resource away"},
	}},
	{"bq", []act{
		{words: "rm", severity: Deny, what: "deletes a table or a data set", instead: "`bq ls` and `bq show NAME` tell what is there; deleting it is for a human to run"},
	}},
	{"az", []act{
		{words: "account|cache|config|extension|login|logout|configure", severity: None},
		{words: "group delete", severity: Deny, what: "deletes the group and every resource in it", instead: "`az resource list -g GROUP` shows what the group holds; deleting it is for a human to run"},
		{words: "storage account|container|container-rm|share|share-rm|table|queue|fs delete", severity: Deny, what: "deletes stored data", instead: cloudInstead},
		{words: "storage ** delete-batch", severity: Deny, what: "deletes every object that it matches", not: "--dryrun", instead: cloudInstead},
		{words: "sql|cosmosdb|postgres|mysql|mariadb|redis|synapse|kusto ** delete", severity: Deny, what: "deletes a data store", instead: cloudInstead},
		{words: "disk|snapshot|aks|acr|netappfiles|backup ** delete", severity: Deny, what: "deletes a disk, a cluster or a backup", instead: cloudInstead},
		{words: "keyvault ** delete|purge", severity: Deny, what: "takes keys away on which other things depend", instead: cloudInstead},
		{words: "devops project delete", severity: Deny, what: "deletes a project", instead: cloudInstead},
		{words: "repos delete", severity: Deny, what: "deletes a repository", instead: cloudInstead},
		{words: "** delete|purge|delete-*", what: "takes a resource away"},
	}},
	{"doctl", []act{
		{words: "auth", severity: None},
		{words: "databases|dbs|db|d delete|rm|d", severity: Deny, what: "deletes a database cluster"},
		{words: "databases|dbs|db|d db delete|rm", severity: Deny, what: "deletes a database"},
		{words: "kubernetes|k8s|kube|k cluster|clusters|c delete|rm|d", severity: Deny, what: "deletes a cluster"},
		{words: "compute|c volume|snapshot delete|rm|d", severity: Deny, what: "deletes a volume or a snapshot"},
		{words: "projects delete|rm|d", severity: Deny, what: "deletes a project"},
		{words: "registry delete", severity: Deny, what: "deletes a registry"},
		{words: "** delete|rm|destroy", what: "takes a resource away"},
	}},
	{"hcloud scw linode-cli vultr-cli civo exo oci aliyun ibmcloud openstack cf upctl", []act{
		{words: "** volume|volumes|os-volume|snapshot|database|databases|project|org|space|bucket|db|rdb|block-storage|kubernetes|lke delete|delete-*|rm|remove|destroy|volume-delete", severity: Deny, what: "deletes stored data or what holds it"},
		{words: "delete-org|delete-space|delete-service", severity: Deny, what: "deletes an organization, a space or a service with its data"},
		{words: "** delete|remove|destroy|rm|terminate|delete-*|Delete*", what: "takes a resource away"},
	}},
	{"docker podman nerdctl docker-compose podman-compose finch", []act{
		{words: "volume rm|remove|prune", severity: Deny, what: "deletes volumes and the data in them", instead: volumeInstead},
		{words: "system prune", need: "--volumes", open: true, severity: Deny, what: "with --volumes deletes volumes and the data in them", instead: "`docker image prune` and `docker builder prune` free space and keep the data"},
		{words: "system reset", severity: Deny, what: "removes all containers, images and volumes"},
		{words: "compose down", need: "-v --volumes", open: true, severity: Deny, what: "with -v deletes the volumes and the data in them", instead: "`docker compose down` keeps the data"},
		{words: "down", need: "-v --volumes", open: true, severity: Deny, when: isCompose, what: "with -v deletes the volumes and the data in them", instead: "`docker compose down` keeps the data"},
		{words: "compose rm", need: "-v --volumes", open: true, what: "with -v removes anonymous volumes with the containers"},
		{words: "rm", need: "-v --volumes", open: true, when: isCompose, what: "with -v removes anonymous volumes with the containers"},
		{words: "rm", need: "-f --force", open: true, when: everyContainer, what: "removes every container"},
		{words: "container rm", need: "-f --force", open: true, when: everyContainer, what: "removes every container"},
		{words: "rm|container", need: "-a --all", open: true, when: func(k *call) bool { return !isCompose(k) && (k.words[0] == "rm" || k.words[1] == "rm") }, what: "removes every container"},
		{words: "pod rm", need: "-a --all", open: true, what: "removes every pod"},
		{words: "machine rm|reset", severity: Deny, what: "removes the machine with its containers and volumes"},
		{words: "stack|service rm|remove|down", what: "removes what runs in the swarm"},
		{words: "secret|config rm|remove", what: "removes a secret or a configuration of the swarm"},
		{words: "swarm leave", need: "--force -f", open: true, what: "takes the node out of the swarm"},
		{words: "node rm|remove", what: "takes a node out of the swarm"},
	}},
	{"gh", []act{
		{words: "repo delete", severity: Deny, what: "deletes a repository with its issues and pull requests", instead: "`gh repo view` shows it; deleting a repository is for a human to run"},
		{words: "repo archive|rename", what: "changes the repository for everyone"},
		{words: "api", when: apiDeletesRepo, severity: Deny, what: "deletes a repository"},
		{words: "api", when: apiDeletes, what: "with the method DELETE takes something away"},
		{words: "release delete|delete-asset", what: "deletes a release that others may have downloaded"},
		{words: "secret|variable|gist|issue|codespace|ssh-key|gpg-key|project|label|environment delete|remove|rm", what: "deletes it for everyone"},
	}},
	{"glab", []act{
		{words: "repo|project delete", severity: Deny, what: "deletes a project with its issues and merge requests"},
		{words: "api", when: apiDeletes, what: "with the method DELETE takes something away"},
		{words: "release|issue|mr|variable|snippet|label|schedule delete|rm", what: "deletes it for everyone"},
	}},
	{"hub tea", []act{
		{words: "delete", severity: Deny, what: "deletes a repository"},
		{words: "repos|repo delete|rm", severity: Deny, what: "deletes a repository"},
		{words: "release|releases delete|rm", what: "deletes a release that others may have downloaded"},
	}},
	{"heroku", []act{
		{words: "apps:destroy|apps:delete|destroy", severity: Deny, what: "deletes an app with its add-ons and data"},
		{words: "pg:reset|pg:backups:delete|redis:reset|data:*:destroy", severity: Deny, what: "deletes data"},
		{words: "addons:destroy|addons:remove", severity: Deny, what: "deletes an add-on and the data in it"},
		{words: "spaces:destroy|teams:destroy", severity: Deny, what: "deletes a space"},
		{words: "pipelines:destroy|domains:remove|domains:clear|certs:remove|container:rm|access:remove|ps:kill", what: "takes a resource away"},
	}},
	{"fly flyctl", []act{
		{words: "apps|app destroy|delete", severity: Deny, what: "deletes an app with its volumes"},
		{words: "destroy", severity: Deny, what: "deletes an app with its volumes"},
		{words: "volumes|volume|vol|vols destroy|delete|rm", severity: Deny, what: "deletes a volume and the data in it"},
		{words: "postgres|pg|mpg|redis|storage|mysql|extensions|ext ** destroy|delete|detach", severity: Deny, what: "deletes a data store"},
		{words: "machine|machines|m|ips|certs|orgs destroy|remove|rm|release|delete", what: "takes a resource away"},
	}},
	{"vercel now vc", []act{
		{words: "remove|rm", severity: Deny, what: "deletes deployments or a project"},
		{words: "project|projects remove|rm", severity: Deny, what: "deletes a project"},
		{words: "blob del|delete-store|rm", severity: Deny, what: "deletes stored data"},
		{words: "env|domains|dns|certs|alias|teams|integration|cache remove|rm|purge", what: "takes a setting of the project away"},
	}},
	{"netlify ntl", []act{
		{words: "sites:delete", severity: Deny, what: "deletes a site"},
		{words: "env:unset|blobs:delete", what: "takes a setting or stored data away"},
	}},
	{"railway", []act{
		{words: "volume delete", severity: Deny, what: "deletes a volume and the data in it"},
		{words: "delete", severity: Deny, what: "deletes a project"},
		{words: "environment|service delete", what: "takes a resource away"},
		{words: "down", what: "removes the newest deployment"},
	}},
	{"firebase", []act{
		{words: "firestore:delete|database:remove|firestore:databases:delete|firestore:bulkdelete", severity: Deny, what: "deletes data"},
		{words: "functions:delete|hosting:disable|hosting:sites:delete|hosting:channel:delete|apphosting:backends:delete|remoteconfig:rollback", what: "takes what is deployed away"},
	}},
	{"wrangler wrangler2", []act{
		{words: "delete", severity: Deny, what: "deletes a worker"},
		{words: "d1|hyperdrive|queues|vectorize delete", severity: Deny, what: "deletes a data store"},
		{words: "r2 bucket delete", severity: Deny, what: "deletes a bucket"},
		{words: "kv namespace delete", severity: Deny, what: "deletes a namespace and its keys"},
		{words: "kv:namespace delete", severity: Deny, what: "deletes a namespace and its keys"},
		{words: "pages project delete", severity: Deny, what: "deletes a project"},
		{words: "kv bulk delete", severity: Deny, what: "deletes many keys"},
		{words: "kv:bulk delete", severity: Deny, what: "deletes many keys"},
		{words: "kv|r2|secret|pages ** delete", what: "takes a key, an object or a secret away"},
		{words: "kv:key|workflows|dispatch-namespace delete", what: "takes a resource away"},
	}},
	{"supabase", []act{
		{words: "projects|orgs delete", severity: Deny, what: "deletes a project and its database"},
		{words: "branches|functions|sso delete|remove", what: "takes a resource away"},
		{words: "secrets unset", what: "takes secrets of the project away"},
		{words: "storage rm", severity: Deny, what: "deletes stored files"},
		{words: "stop", need: "--no-backup", open: true, severity: Deny, what: "with --no-backup deletes the local database"},
	}},
	{"neonctl neon pscale turso atlas upstash cockroach ccloud", []act{
		{words: "** projects|project|branches|branch|databases|database|db|group|clusters|cluster|redis|snapshots|backup delete|destroy|rm|remove", severity: Deny, what: "deletes a database or what holds it"},
		{words: "db|group destroy", severity: Deny, what: "deletes a database"},
	}},
	{"npm pnpm yarn bun", []act{
		{words: "unpublish", severity: Deny, what: "takes a published version away from all who use it", instead: "publish a fixed version and let a human deprecate the broken one"},
		{words: "npm unpublish", severity: Deny, what: "takes a published version away from all who use it"},
		{words: "owner|team|org|access rm|remove|destroy|revoke", what: "takes the rights of others away"},
		{words: "deprecate", what: "marks a published version for all who use it"},
		{words: "dist-tag rm|remove|add", what: "changes which version others get"},
	}},
	{"cargo", []act{
		{words: "yank", not: "--undo", what: "withdraws a published version"},
		{words: "owner", need: "-r --remove", open: true, what: "takes the rights of others away"},
	}},
	{"gem", []act{
		{words: "yank", what: "withdraws a published version"},
		{words: "owner", need: "-r --remove", open: true, what: "takes the rights of others away"},
	}},
	{"pod dotnet nuget anaconda mix", []act{
		{words: "trunk delete|deprecate|remove-owner", what: "withdraws a published version"},
		{words: "nuget delete", what: "withdraws a published version"},
		{words: "remove", when: func(k *call) bool { return k.program == "anaconda" }, severity: Deny, what: "deletes a published package"},
		{words: "delete", when: func(k *call) bool { return k.program == "nuget" }, what: "withdraws a published version"},
		{words: "hex.retire", what: "withdraws a published version"},
		{words: "hex.publish", need: "--revert", open: true, what: "withdraws a published version"},
	}},
	{"vagrant", []act{
		{words: "destroy", what: "deletes the machine and its disk"},
		{words: "box|snapshot remove|delete", what: "deletes a box or a snapshot"},
	}},
	{"virsh", []act{
		{words: "undefine", need: "--remove-all-storage --storage --wipe-storage", open: true, severity: Deny, what: "deletes a machine with its disks"},
		{words: "vol-delete|vol-wipe|pool-delete", severity: Deny, what: "deletes disks of machines"},
		{words: "undefine|destroy|snapshot-delete|net-destroy|net-undefine|pool-destroy|pool-undefine", what: "takes a machine, a network or a pool away"},
	}},
	{"VBoxManage vboxmanage prlctl qm pct", []act{
		{words: "unregistervm", need: "--delete --delete-all", open: true, severity: Deny, what: "deletes a machine with its disks"},
		{words: "closemedium", need: "--delete", open: true, severity: Deny, what: "deletes a disk"},
		{words: "destroy", severity: Deny, what: "deletes a machine with its disks"},
		{words: "delete", severity: Deny, what: "deletes a machine with its disks"},
		{words: "snapshot * delete", what: "deletes a snapshot"},
	}},
	{"multipass lxc incus limactl lima colima orb docker-machine minikube k3d kind vcluster ctlptl", []act{
		{words: "storage volume|bucket delete", severity: Deny, what: "deletes a volume and the data in it"},
		{words: "delete|purge|rm|remove", what: "deletes a machine or a local cluster"},
		{words: "cluster delete|rm", what: "deletes a local cluster"},
	}},
	{"eksctl kops kubeadm k3s-uninstall.sh rke talosctl", []act{
		{words: "delete cluster|instancegroup", severity: Deny, what: "deletes a cluster"},
		{words: "delete", what: "takes a part of the cluster away"},
		{words: "reset|remove", severity: Deny, what: "takes the node's cluster away"},
		{words: "", when: func(k *call) bool { return k.program == "k3s-uninstall.sh" }, severity: Deny, what: "removes the cluster from this machine"},
	}},
	{"juju", []act{
		{words: "destroy-model|destroy-controller|kill-controller", severity: Deny, what: "destroys everything that runs in it"},
		{words: "remove-*", what: "takes an application or a machine away"},
	}},
	{"nomad", []act{
		{words: "job stop", need: "-purge", open: true, what: "with -purge forgets the job"},
		{words: "stop", need: "-purge", open: true, what: "with -purge forgets the job"},
		{words: "volume|namespace delete|deregister", severity: Deny, what: "deletes a volume or a namespace"},
		{words: "var|acl ** purge|delete", what: "takes a variable or a right away"},
	}},
	{"consul", []act{
		{words: "kv delete", need: "-recurse", open: true, severity: Deny, what: "with -recurse deletes every key below the prefix"},
		{words: "kv delete", what: "deletes a key"},
	}},
	{"etcdctl", []act{
		{words: "del", need: "--prefix --from-key", open: true, severity: Deny, what: "deletes every key of the range"},
		{words: "del|rm", what: "deletes a key"},
	}},
	{"vault bao", []act{
		{words: "secrets disable", severity: Deny, what: "deletes an engine and every secret in it"},
		{words: "kv destroy|metadata", when: func(k *call) bool { return k.words[1] == "destroy" || k.words[2] == "delete" }, severity: Deny, what: "deletes secrets without recovery"},
		{words: "kv delete", what: "deletes a secret"},
		{words: "delete", what: "deletes a secret or a setting"},
		{words: "auth|audit disable", what: "takes a way to log in or the audit log away"},
		{words: "operator seal", what: "closes the vault for everyone"},
	}},
	{"rabbitmqctl rabbitmqadmin", []act{
		{words: "reset|force_reset|delete_vhost|delete_queue|purge_queue", severity: Deny, what: "deletes queues and the messages in them"},
		{words: "delete|purge", severity: Deny, what: "deletes queues or the messages in them"},
	}},
	{"kafka-topics kafka-topics.sh kafka-delete-records.sh kafka-delete-records", []act{
		{words: "", need: "--delete", open: true, severity: Deny, what: "with --delete deletes a topic and its records"},
		{words: "", when: func(k *call) bool { return strings.HasPrefix(k.program, "kafka-delete") }, severity: Deny, what: "deletes records"},
	}},
	{"rpk confluent nats", []act{
		{words: "topic delete", severity: Deny, what: "deletes a topic and its records"},
		{words: "kafka topic|cluster delete", severity: Deny, what: "deletes a topic or a cluster"},
		{words: "stream|kv|object rm|del|delete|purge", severity: Deny, what: "deletes a stream and its messages"},
		{words: "environment delete", severity: Deny, what: "deletes an environment"},
	}},
	{"ceph rbd gluster rados", []act{
		{words: "osd pool delete|rm", severity: Deny, what: "deletes a pool and the data in it"},
		{words: "osd purge|destroy", severity: Deny, what: "deletes the data of a disk"},
		{words: "fs rm|volume", when: func(k *call) bool { return k.words[1] == "rm" || k.words[2] == "rm" }, severity: Deny, what: "deletes a file system"},
		{words: "rm|remove", severity: Deny, what: "deletes an image or an object"},
		{words: "snap purge|rm|remove", severity: Deny, what: "deletes snapshots"},
		{words: "volume delete", severity: Deny, what: "deletes a volume and the data in it"},
		{words: "purge", severity: Deny, what: "deletes everything in the pool"},
	}},
	{"hdfs hadoop", []act{
		{words: "dfs|fs", need: "-rmr", open: true, severity: Deny, what: "deletes a directory with all below it"},
		{words: "dfs|fs", need: "-rm", open: true, when: func(k *call) bool { return k.given("-r -R") == 1 }, severity: Deny, what: "deletes a directory with all below it"},
		{words: "dfs|fs", need: "-rm", open: true, what: "deletes files"},
	}},
	{"zookeeper-shell zookeeper-shell.sh zkCli.sh", []act{
		{words: "~deleteall|rmr", severity: Deny, what: "deletes a node with all below it"},
	}},
	{"restic borg duplicity kopia", []act{
		{words: "delete", not: "-n", severity: Deny, what: "deletes backups"},
		{words: "forget|prune|remove-*|snapshot", need: "--prune --force --delete", open: true, what: "deletes old backups"},
		{words: "prune", not: "-n", what: "deletes old backups"},
	}},
	{"velero", []act{
		{words: "backup|restore|schedule delete", severity: Deny, what: "deletes backups"},
		{words: "delete backup|schedule|restore|backups", severity: Deny, what: "deletes backups"},
	}},
	{"argocd flux istioctl skaffold okteto devspace werf kapp garden copilot", []act{
		{words: "app|appset|proj|repo|cluster delete", what: "deletes an application and what runs of it"},
		{words: "env|svc|job delete", what: "deletes what is deployed"},
		{words: "delete|destroy|uninstall|purge|dismiss", what: "takes what is deployed away"},
	}},
	{"stripe sentry-cli algolia", []act{
		{words: "delete", what: "deletes an object of the account"},
		{words: "releases|indices|index|deploys|objects delete|clear", what: "deletes stored data"},
	}},
}

const (
	cloudInstead     = "list or describe it first; taking it away is for a human to run"
	s3Instead        = "`aws s3 rm s3://BUCKET --recursive --dryrun` shows what would go; deleting stored data is for a human to run"
	terraformInstead = "`terraform plan -destroy` shows what would go; destroying is for a human to run"
	kubeInstead      = "`kubectl get all -n NAME` shows what is there, `kubectl delete namespace NAME --dry-run=client` what would go; deleting it is for a human to run"
	volumeInstead    = "`docker volume ls` and `docker volume inspect NAME` show what is there; deleting data is for a human to run"
)

// anyWord tells whether a word after the first satisfies f.
func (k *call) anyWord(f func(string) bool) bool {
	for i := 1; i < k.n; i++ {
		if f(k.words[i]) {
			return true
		}
	}
	ops := k.leaf.Parsed.Operands
	for i := range ops {
		if ops[i].HasGlob() && f(ops[i].Suffix()) {
			return true
		}
	}
	return false
}

func isCompose(k *call) bool {
	return k.program == "docker-compose" || k.program == "podman-compose" || strings.HasPrefix(k.leaf.Parsed.Sub, "compose")
}

// everyContainer tells whether the containers come from a list of all: docker rm -f $(docker ps -aq).
func everyContainer(k *call) bool {
	if isCompose(k) {
		return false
	}
	ops := k.leaf.Parsed.Operands
	for i := range ops {
		for j := range ops[i].Pieces {
			p := &ops[i].Pieces[j]
			if p.Kind == value.Unknown && (hasName("docker podman nerdctl", p.Name) || strings.Contains(p.Text, " ps ")) {
				return true
			}
		}
	}
	return false
}

// kubeDisaster tells whether kubectl delete takes namespaces, volumes, definitions or everything.
func kubeDisaster(k *call) bool {
	if k.given("--all") == 1 {
		return true
	}
	if k.n < 2 {
		return false
	}
	slash := strings.Contains(k.words[1], "/")
	for i := 1; i < k.n; i++ {
		if i > 1 && !slash {
			break
		}
		rest := k.words[i]
		for rest != "" {
			var kind string
			kind, rest, _ = strings.Cut(rest, ",")
			kind, _, _ = strings.Cut(kind, "/")
			kind, _, _ = strings.Cut(kind, ".") // customresourcedefinitions.apiextensions.k8s.io
			switch strings.ToLower(kind) {
			case "ns", "namespace", "namespaces", "project", "projects",
				"pv", "persistentvolume", "persistentvolumes", "pvc", "persistentvolumeclaim", "persistentvolumeclaims",
				"crd", "crds", "customresourcedefinition", "customresourcedefinitions",
				"volumesnapshot", "volumesnapshots", "volumesnapshotcontent", "volumesnapshotcontents",
				"storageclass", "storageclasses":
				return true
			}
		}
	}
	return false
}

// apiDeletes tells whether gh api or glab api uses the method DELETE.
func apiDeletes(k *call) bool {
	w := k.option("X", "method")
	if w == nil {
		return false
	}
	method, known := w.Known()
	return known && strings.EqualFold(method, "DELETE")
}

// apiDeletesRepo tells whether the path is that of a whole repository or organization.
func apiDeletesRepo(k *call) bool {
	if !apiDeletes(k) || k.n < 2 {
		return false
	}
	path := strings.Trim(k.words[1], "/")
	return strings.HasPrefix(path, "repos/") && strings.Count(path, "/") == 2 || strings.HasPrefix(path, "orgs/") && strings.Count(path, "/") == 1
}
