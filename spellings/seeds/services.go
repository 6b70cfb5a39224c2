package seeds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/worlds"
)

// databases lose what is in them.
func databases() []spellings.Seed {
	return slices.Concat(
		with(spellings.Seed{
			ID: "drop", Area: "db", Text: "psql -c 'DROP DATABASE shop'", World: worlds.Database(), Happened: jail.Gone(worlds.DatabaseDir),
		},
			twin{Word: "select", Text: `psql -c "SELECT 'DROP DATABASE shop'"`},
			twin{Word: "grep", Text: "grep -n 'DROP DATABASE' drop.sql"}),
		with(spellings.Seed{
			ID: "flush", Area: "db", Text: "redis-cli FLUSHALL", World: worlds.Database(), Happened: jail.Changed(worlds.RedisDump),
		}, twin{Word: "get", Text: "redis-cli GET FLUSHALL"}),
		with(spellings.Seed{
			ID: "sqlite", Area: "db", Text: "sqlite3 app.db 'DELETE FROM users'", World: worlds.SQLite(), Happened: jail.Changed(worlds.SQLiteFile),
		}, twin{Word: "count", Text: "sqlite3 app.db 'SELECT count(*) FROM users'"}),
	)
}

// infrastructure is destroyed.
func infrastructure() []spellings.Seed {
	return slices.Concat(
		with(spellings.Seed{
			ID: "destroy", Area: "infra", Text: "terraform destroy -auto-approve", World: worlds.Infra(), Happened: jail.Changed(worlds.TerraformState),
		}, twin{Word: "plan", Text: "terraform plan -destroy"}),
		with(spellings.Seed{
			ID: "namespace", Area: "infra", Text: "kubectl delete namespace prod", World: worlds.Infra(), Happened: jail.Gone(worlds.NamespaceDir),
		}, twin{Word: "dry", Text: "kubectl delete namespace prod --dry-run=client"}),
		with(spellings.Seed{
			ID: "volume", Area: "infra", Text: "docker volume rm pgdata", World: worlds.Infra(), Happened: jail.Gone(worlds.VolumeDir),
		}, twin{Word: "list", Text: "docker volume ls"}),
	)
}
