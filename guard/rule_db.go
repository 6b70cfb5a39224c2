package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
)

// sqlPrograms are the clients that run statements, and the programs whose code may.
const sqlPrograms = "beeline bq clickhouse clickhouse-client cockroach cqlsh curl cypher-shell d1 drush duckdb flask hive heroku impala-shell influx isql litecli mariadb mongo mongosh " +
	"mycli mysql nc ncat netcat node osql pgcli php presto prisma psql python python2 python3 redis-cli ruby sail snow snowsql spark-sql sql sqlcmd sqlite3 sqlite supabase telnet trino turso usql " +
	"valkey-cli wp wrangler manage.py"

// dbPrograms are the programs of dbCalls; a test keeps the two together.
const dbPrograms = "ace adonis alembic artisan atlas bin/console buffalo cake console convex couchbase-cli dbmate diesel django django-admin doctrine doctrine-dbal dotnet dotnet-ef " +
	"drizzle-kit dropdb drush encore flask flyway goose gradle gradlew hasura influx knex liquibase manage.py mariadb-admin migrate mikro-orm mikro-orm-esm mix mongorestore " +
	"mvn mvnw mysqladmin payload pg_dropcluster pg_restore phinx prisma rails rails.rb rake redwood rw rwjs sail sequelize sequelize-cli soda spark sqitch sql-migrate sqlx " +
	"supabase tern turso typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm wasp wp yii php ruby python python3 node yarn pnpm bun"

var dbRules = []Rule{
	{
		ID: "db/drop", Severity: Deny,
		Title:    "stored data is dropped",
		Why:      "a dropped table or an emptied one comes back from a backup only, if there is one",
		Instead:  "add a WHERE, or see what it takes first: `psql -c 'BEGIN; DELETE FROM t; ROLLBACK'`; a human drops data",
		Programs: sqlPrograms,
		Match:    matchSQL,
		Matches: []string{
			"psql -c 'DROP TABLE users'", "psql <<'EOF'\nDROP DATABASE app;\nEOF", "echo 'drop database app' | mysql", `mysql -e "TRUNCATE orders"`,
			"sqlite3 app.db 'DELETE FROM users'", "echo FLUSHALL | redis-cli", `redis-cli EVAL "redis.call('flushall')" 0`, `cypher-shell "MATCH (n) DETACH DELETE n"`, "redis-cli $(echo FLUSHALL)", "mongosh app --eval 'db.dropDatabase()'",
			"redis-cli -h x -n 2 flushdb", "psql -d app -tAc 'drop schema public cascade'", "mysql app -e 'update users set admin=1'", "PGPASSWORD=x psql -h h -U u -c 'TRUNCATE a, b'",
			"psql <<< 'drop table users'", "printf 'DROP TABLE users;' > /tmp/q.sql; psql -f /tmp/q.sql", "duckdb app.db -c 'drop table t'", "wrangler d1 execute db --command 'DROP TABLE t'",
			"docker exec db psql -c 'DROP TABLE users'", `psql -c '\! rm -rf ~'`, `ask: psql -c "DELETE FROM users $WHERE"`, "ask: psql -c 'drop role dev'", "sudo -u postgres psql -c 'DROP DATABASE app'", `python3 -c "import sqlite3; sqlite3.connect('a.db').execute('DROP TABLE users')"`,
		},
		Passes: []string{
			"printf '%s\\n' 'DROP TABLE users' > q.sql", "psql -c 'select 1'", `psql -c "select 'drop table users'"`, "psql -c 'delete from users where id=1'", "mysql -e 'show tables'",
			"redis-cli get x", "redis-cli set note FLUSHALL", "sqlite3 app.db .tables", "mongosh --eval 'db.users.find()'", "grep 'DROP TABLE' schema.sql", "pg_dump app", "psql -l",
			"sqlite3 /tmp/t.db 'drop table t'", "sqlite3 :memory: 'drop table t'", "psql -c 'create table t(a int)'", `psql -c "$SQL"`, "echo 'drop database app' > notes", "psql -c 'drop index i'",
			"git commit -m 'psql -c \"DROP TABLE users\"'", "psql -c '-- drop table users'", "psql -c 'begin; delete from users; rollback'", `psql -c '\! ls'`,
			"psql -c 'create temp table t(a int); drop table t'",
		},
	},
	{
		ID: "db/reset", Severity: Deny,
		Title:    "a database tool drops or empties the database",
		Why:      "the tables are made again, what stood in them is not",
		Instead:  "apply what is pending, or take one step back; a human resets a database",
		Programs: dbPrograms,
		Match:    func(c *Context, l *shell.Leaf) { c.matchActs(dbCalls, l, Deny) },
		Matches: []string{
			"dropdb app", "prisma migrate reset --force", "npx prisma db push --accept-data-loss", "npx supabase db reset", "bin/rails db:drop", "rails db:reset", "bundle exec rake db:drop db:create",
			"python manage.py flush --noinput", "./manage.py flush", "python3 manage.py migrate app zero", "php artisan migrate:fresh --seed", "php artisan db:wipe", "knex migrate:rollback --all",
			"npx sequelize-cli db:drop", "alembic downgrade base", "flyway -url=x clean", "liquibase drop-all", "npx typeorm schema:drop -d x", "mix ecto.reset", "sqlx database drop -y",
			"diesel database reset", "dbmate drop", "wp db reset --yes", "mysqladmin -f drop app", "php bin/console doctrine:database:drop --force", "RAILS_ENV=production rails db:reset",
			"dotnet ef database drop -f", "pnpm exec prisma migrate reset", "yarn prisma migrate reset", "pnpm run prisma migrate reset", "python -m alembic downgrade base", "uv run python manage.py flush", "drizzle-kit push --force",
		},
		Passes: []string{
			"prisma migrate dev", "npx prisma db push", "supabase db push", "rails db:migrate", "rails db:rollback", "python manage.py migrate", "python manage.py sqlflush", "php artisan migrate",
			"alembic downgrade -1", "alembic upgrade head", "flyway info", "knex migrate:rollback", "mix ecto.migrate", "RAILS_ENV=test rails db:reset", "MIX_ENV=test mix ecto.drop",
			"php artisan migrate:fresh --env=testing", "dropdb --help", "createdb app", "python manage.py test", "wp db export", "echo rails db:drop", "mysqladmin status", "rails db:drop --help",
			"python flush.py", "grep -rn db:drop lib", "mvn clean install", "gradle clean",
		},
	},
	{
		ID: "db/replace", Severity: Ask,
		Title:    "a database tool replaces what is stored",
		Why:      "what stood there before is gone",
		Instead:  "say which database it is and why what stands there can go",
		Programs: dbPrograms,
		Match:    func(c *Context, l *shell.Leaf) { c.matchActs(dbCalls, l, Ask) },
		Matches:  []string{"pg_restore --clean -d app dump", "mongorestore --drop dump", "rails db:schema:load", "drush si -y"},
		Passes:   []string{"pg_restore -d app dump", "mongorestore dump", "RAILS_ENV=test rails db:schema:load", "pg_restore -l dump"},
	},
}

// matchSQL reads the statements that a client runs.
func matchSQL(c *Context, l *shell.Leaf) {
	switch l.Program {
	case "curl":
		c.searchDelete(l)
		return
	case "redis-cli", "valkey-cli":
		c.redis(l)
		return
	case "cypher-shell":
		if text := strings.ToUpper(joined(l)); strings.Contains(text, "DETACH DELETE") && !strings.Contains(text, "WHERE") && !strings.Contains(text, "{") {
			c.Report(l, "`DETACH DELETE` without a WHERE deletes the whole graph")
		}
		return
	case "nc", "ncat", "netcat", "telnet":
		if l.Stdin != nil {
			first, _, _ := strings.Cut(strings.TrimSpace(l.Stdin.String()), "\n")
			switch strings.ToUpper(strings.TrimSpace(first)) {
			case "FLUSH_ALL", "FLUSHALL", "FLUSHDB":
				c.Report(l, "empties the data store at the other end")
			}
		}
		return
	case "sqlite3", "sqlite", "duckdb", "litecli":
		if c.scratchFile(l) {
			return
		}
	}
	for i := range l.Calls {
		if call := &l.Calls[i]; call.Kind == "query" && len(call.Args) > 0 && c.sql(l, &call.Args[0]) {
			return
		}
	}
	if languageOf(l.Program) != "" {
		return // its code is no SQL; what it sends to a database stands in Calls
	}
	for i := range l.Code {
		if c.sql(l, &l.Code[i]) {
			return
		}
	}
	if len(l.Code) > 0 {
		return
	}
	// A client that the table has no grammar for: what holds a blank is a statement.
	for i := range l.Args {
		if strings.ContainsAny(l.Args[i].String(), " (") && c.sql(l, &l.Args[i]) {
			return
		}
	}
	if l.Stdin != nil && l.Program != "wp" && l.Program != "supabase" {
		c.sql(l, l.Stdin)
	}
}

// scratchFile tells whether the database is in memory or below a temporary directory.
func (c *Context) scratchFile(l *shell.Leaf) bool {
	if len(l.Parsed.Operands) == 0 {
		return false
	}
	w := &l.Parsed.Operands[0]
	if text, known := w.Known(); known && (text == ":memory:" || text == "") {
		return true
	}
	_, place := c.Locate(l, w)
	return place.Has(PlaceTemp | PlaceTrusted)
}

// redis reads the commands of redis-cli: its operands, or its standard input.
func (c *Context) redis(l *shell.Leaf) {
	k := readCall(l)
	for i := 0; i < k.n; i++ {
		word := strings.ToUpper(k.words[i])
		switch word {
		case "FLUSHALL", "FLUSHDB":
			c.Report(l, "`redis-cli "+word+"` deletes every key")
			return
		case "EVAL", "EVAL_RO":
			if script := strings.ToLower(joined(l)); strings.Contains(script, "flushall") || strings.Contains(script, "flushdb") {
				c.Report(l, "`redis-cli EVAL` runs a script that deletes every key")
			}
			return
		case "SCRIPT", "CONFIG", "CLUSTER", "ACL", "FUNCTION":
			return
		}
		if l.Parsed.Spec != nil || !isNumber(k.words[i]) && !strings.ContainsAny(k.words[i], ".:") {
			break // the first operand is the command
		}
	}
	if l.Stdin == nil {
		return
	}
	for line := range strings.Lines(l.Stdin.String()) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word = strings.ToUpper(word); word == "FLUSHALL" || word == "FLUSHDB" {
			c.Report(l, "`redis-cli "+word+"` deletes every key")
			return
		}
	}
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// searchDelete asks about requests that delete whole indices of a search engine or databases of a
// document store, told by their ports.
func (c *Context) searchDelete(l *shell.Leaf) {
	o := l.Parsed.Option("X")
	if o == nil {
		o = l.Parsed.Option("request")
	}
	if o == nil || !strings.EqualFold(o.Value.String(), "DELETE") {
		return
	}
	for i := range l.Parsed.Operands {
		text := l.Parsed.Operands[i].String()
		for _, port := range [...]string{":9200", ":5984", ":8983", ":7700", ":6333"} {
			_, path, ok := strings.Cut(text, port)
			if !ok {
				continue
			}
			path, _, _ = strings.Cut(path, "?")
			path = strings.Trim(path, "/")
			switch {
			case path == "_all", path == "*", path == "%2A":
				c.Report(l, "deletes every index")
			case path != "" && strings.Count(path, "/") == 0:
				c.ReportAsk(l, "deletes the index or database `"+path+"`")
			}
			return
		}
	}
}
