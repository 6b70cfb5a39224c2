package guard

import "strings"

// dbCalls are the calls of database tools and migration tools that drop what is stored, by
// program. SQL itself is read by rule_db.go.
var dbCalls = []calls{
	{"dropdb", []act{
		{words: "", not: "--version -V -?", severity: Deny, what: "drops a database", instead: dbInstead},
	}},
	{"mysqladmin mariadb-admin", []act{
		{words: "=drop", severity: Deny, what: "drops a database", instead: dbInstead},
	}},
	{"pg_dropcluster", []act{{words: "", severity: Deny, what: "deletes a cluster of databases"}}},
	{"pg_restore", []act{{words: "", need: "--clean -c", open: true, what: "with --clean drops what it restores before it does"}}},
	{"mongorestore", []act{{words: "", need: "--drop", open: true, what: "with --drop drops the collections that it restores"}}},
	{"prisma", []act{
		{words: "migrate reset", severity: Deny, what: "drops the database and makes it again", instead: "`prisma migrate dev` for a change of the schema, `prisma migrate deploy` to apply what is pending"},
		{words: "db push", need: "--accept-data-loss --force-reset", open: true, severity: Deny, what: "takes the loss of data without a question", instead: "`prisma db push` stops before data is lost; `prisma migrate dev` writes a migration to look at"},
	}},
	{"rw rwjs redwood", []act{{words: "prisma migrate reset", severity: Deny, what: "drops the database and makes it again"}}},
	{"wasp", []act{{words: "db reset", severity: Deny, what: "drops the database and makes it again"}}},
	{"supabase", []act{
		{words: "db reset", severity: Deny, what: "drops the database and makes it again", instead: "`supabase migration up` applies what is pending and keeps the data"},
	}},
	{"rails rake rails.rb", []act{
		{words: "~db:drop*|db:reset*|db:migrate:reset*|db:purge*|db:truncate_all|db:seed:replant|db:schema:load:force", env: "RAILS_ENV=test", severity: Deny, what: "drops or empties the databases", instead: "`RAILS_ENV=test bin/rails db:reset` for the test database; `bin/rails db:migrate` to go on, `bin/rails db:rollback` to go one step back"},
		{words: "~db:migrate", env: "RAILS_ENV=test", when: versionZero, severity: Deny, what: "to version 0 takes every table away"},
		{words: "~db:schema:load*|db:structure:load*", env: "RAILS_ENV=test", what: "drops the tables and makes them again"},
		{words: "runner", when: func(k *call) bool {
			return k.code("delete_all", "destroy_all", "drop_table", "truncate_tables", "DatabaseCleaner")
		}, env: "RAILS_ENV=test", severity: Deny, what: "deletes all rows of a table"},
	}},
	{"manage.py django-admin django", []act{
		{words: "flush", severity: Deny, what: "deletes every row of every table", instead: "`python manage.py test` works on a database of its own; `python manage.py dumpdata` saves the rows first"},
		{words: "reset_db|reset_schema|drop_test_database|clean_db", severity: Deny, what: "drops the database"},
		{words: "migrate * zero", severity: Deny, what: "to zero takes every table of the app away"},
		{words: "migrate zero", severity: Deny, what: "to zero takes every table away"},
		{words: "shell|shell_plus", when: func(k *call) bool { return k.code("objects.all().delete(", ".all().delete(") }, severity: Deny, what: "deletes all rows of a table"},
	}},
	{"artisan sail", []act{
		{words: "artisan migrate:fresh|migrate:refresh|migrate:reset|db:wipe", not: "--env=testing --pretend", when: notTesting, severity: Deny, what: "drops the tables", instead: artisanInstead},
		{words: "migrate:fresh|migrate:refresh|migrate:reset|db:wipe", not: "--pretend", when: notTesting, severity: Deny, what: "drops the tables", instead: artisanInstead},
		{words: "tinker", when: func(k *call) bool { return k.code("::truncate(", "->truncate(", "Schema::drop", "::query()->delete(") }, severity: Deny, what: "deletes all rows of a table"},
	}},
	{"knex", []act{
		{words: "migrate:rollback", need: "--all", open: true, severity: Deny, what: "with --all takes every table away", instead: "`knex migrate:rollback` or `knex migrate:down` takes one step back"},
		{words: "seed:run", severity: None},
	}},
	{"sequelize sequelize-cli", []act{
		{words: "db:drop|db:migrate:undo:all", severity: Deny, what: "drops the tables or the database", instead: "`sequelize db:migrate:undo` takes one step back"},
		{words: "db:seed:undo:all", what: "deletes seeded rows"},
	}},
	{"alembic flask", []act{
		{words: "downgrade base", not: "--sql", severity: Deny, what: "takes every table away", instead: "`alembic downgrade -1` takes one step back"},
		{words: "db downgrade base", not: "--sql", severity: Deny, what: "takes every table away", instead: "`flask db downgrade` takes one step back"},
	}},
	{"flyway", []act{{words: "=clean", severity: Deny, what: "drops everything in the schemas", instead: "`flyway info` shows what is there, `flyway migrate` goes on"}}},
	{"mvn mvnw gradle gradlew", []act{
		{words: "~flyway:clean|flywayClean|liquibase:dropAll|dropAll|:flywayClean", severity: Deny, what: "drops everything in the schemas"},
	}},
	{"liquibase", []act{
		{words: "=dropAll|drop-all|drop-all-foreign-keys", severity: Deny, what: "drops everything in the schema", instead: "`liquibase status` shows what is pending, `liquibase rollback-count 1` takes one step back"},
	}},
	{"drizzle-kit", []act{
		{words: "push", need: "--force", open: true, severity: Deny, what: "with --force takes the loss of data without a question", instead: "`drizzle-kit generate`, then `drizzle-kit migrate`"},
		{words: "drop", what: "deletes a migration"},
	}},
	{"typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm", []act{
		{words: "schema:drop", severity: Deny, what: "drops every table", instead: "`typeorm migration:revert` takes one step back"},
	}},
	{"mikro-orm mikro-orm-esm", []act{
		{words: "schema:drop|schema:fresh", need: "-r --run", open: true, severity: Deny, what: "drops every table"},
		{words: "migration:fresh|database:drop", severity: Deny, what: "drops every table"},
	}},
	{"ace adonis", []act{
		{words: "migration:fresh|migration:reset|migration:refresh|db:wipe|db:truncate", when: notTesting, severity: Deny, what: "drops or empties the tables"},
	}},
	{"payload", []act{{words: "migrate:fresh|migrate:reset|migrate:refresh", severity: Deny, what: "drops the tables"}}},
	{"hasura", []act{
		{words: "migrate apply", need: "--down=all", open: true, severity: Deny, what: "takes every table away"},
		{words: "migrate apply", when: func(k *call) bool { w := k.option("down"); return w != nil && w.String() == "all" }, severity: Deny, what: "takes every table away"},
		{words: "metadata clear|drop", what: "clears the metadata"},
	}},
	{"console doctrine doctrine-dbal bin/console", []act{
		{words: "doctrine:database:drop|d:d:d", need: "-f --force", open: true, when: notTesting, severity: Deny, what: "drops the database"},
		{words: "doctrine:schema:drop|d:s:d|orm:schema-tool:drop", need: "-f --force --full-database", open: true, when: notTesting, severity: Deny, what: "drops the tables"},
		{words: "doctrine:migrations:migrate|migrations:migrate first|0", when: notTesting, severity: Deny, what: "takes every table away"},
		{words: "doctrine:fixtures:load|d:f:l", not: "--append", when: notTesting, what: "empties the tables before it fills them"},
	}},
	{"sqlx", []act{
		{words: "database|db drop|reset", severity: Deny, what: "drops the database"},
		{words: "migrate revert", need: "--target-version", open: true, when: func(k *call) bool { w := k.option("target-version"); return w == nil || w.String() == "0" }, severity: Deny, what: "to version 0 takes every table away"},
	}},
	{"diesel", []act{
		{words: "database reset|drop", severity: Deny, what: "drops the database"},
		{words: "migration revert|redo", need: "-a --all", open: true, severity: Deny, what: "takes every table away"},
	}},
	{"mix", []act{
		{words: "ecto.drop|ecto.reset", env: "MIX_ENV=test", severity: Deny, what: "drops the database", instead: "`MIX_ENV=test mix ecto.reset` for the test database; `mix ecto.migrate` to go on"},
		{words: "ecto.rollback", need: "--all", open: true, env: "MIX_ENV=test", severity: Deny, what: "with --all takes every table away"},
	}},
	{"goose", []act{
		{words: "=reset", severity: Deny, what: "takes every table away", instead: "`goose down` takes one step back"},
		{words: "~down-to 0", severity: Deny, what: "takes every table away", instead: "`goose down` takes one step back"},
	}},
	{"migrate", []act{
		{words: "=drop", severity: Deny, what: "drops everything in the database"},
		{words: "=down", need: "-all --all", open: true, severity: Deny, what: "takes every table away"},
		{words: "~down .", what: "without a number takes every table away", instead: "`migrate -path DIR -database URL down 1` takes one step back"},
	}},
	{"dbmate", []act{{words: "drop", severity: Deny, what: "drops the database"}}},
	{"atlas", []act{{words: "schema clean", severity: Deny, what: "drops everything in the schema"}}},
	{"sqitch", []act{{words: "revert", not: "--to", severity: Deny, what: "without --to takes every change back"}}},
	{"soda buffalo", []act{
		{words: "drop|reset", severity: Deny, what: "drops the database"},
		{words: "pop|db drop|reset", severity: Deny, what: "drops the database"},
	}},
	{"sql-migrate tern phinx yii cake spark", []act{
		{words: "migrate/fresh", severity: Deny, what: "drops the tables"},
		{words: "migrate/down all", severity: Deny, what: "takes every table away"},
		{words: "migrate:refresh|migrate:rollback", when: func(k *call) bool { return k.program == "spark" && k.words[0] == "migrate:refresh" }, severity: Deny, what: "takes every table away"},
		{words: "rollback", need: "-t --target", open: true, when: func(k *call) bool { w := k.option("t", "target"); return w != nil && w.String() == "0" }, severity: Deny, what: "takes every table away"},
		{words: "migrations rollback", need: "-t --target", open: true, when: func(k *call) bool { w := k.option("t", "target"); return w != nil && w.String() == "0" }, severity: Deny, what: "takes every table away"},
		{words: "down", need: "-limit", open: true, when: func(k *call) bool { w := k.option("limit"); return w == nil || w.String() == "0" }, severity: Deny, what: "takes every table away"},
	}},
	{"dotnet dotnet-ef", []act{
		{words: "ef database drop", not: "--dry-run", severity: Deny, what: "drops the database"},
		{words: "database drop", not: "--dry-run", severity: Deny, what: "drops the database"},
		{words: "ef database update 0", severity: Deny, what: "takes every table away"},
		{words: "database update 0", severity: Deny, what: "takes every table away"},
	}},
	{"encore", []act{{words: "db reset", severity: Deny, what: "drops the database and makes it again"}}},
	{"convex", []act{{words: "import", need: "--replace --replace-all", open: true, what: "replaces what is stored"}}},
	{"wp", []act{
		{words: "db reset|drop|clean", severity: Deny, what: "drops the tables of the site", instead: "`wp db export` saves them; dropping them is for a human to run"},
		{words: "site empty|delete", severity: Deny, what: "deletes the content of the site"},
	}},
	{"drush", []act{
		{words: "sql-drop|sql:drop", severity: Deny, what: "drops every table"},
		{words: "site-install|site:install|si", what: "drops every table before it installs"},
	}},
	{"influx", []act{
		{words: "delete", severity: Deny, what: "deletes points"},
		{words: "bucket|org delete", severity: Deny, what: "deletes a bucket and the points in it"},
	}},
	{"couchbase-cli", []act{{words: "bucket-delete|bucket-flush", severity: Deny, what: "deletes what is stored in the bucket"}}},
	{"turso", []act{{words: "db|group destroy", severity: Deny, what: "deletes a database"}}},
}

const (
	dbInstead      = "dump it first and let a human drop it; work on a scratch database of another name"
	artisanInstead = "`php artisan migrate` to go on, `php artisan migrate:rollback` to go one step back; `php artisan migrate:fresh --env=testing` for the test database"
)

// versionZero tells whether the migration goes down to nothing: VERSION=0.
func versionZero(k *call) bool {
	for i := range k.leaf.Env {
		if e := &k.leaf.Env[i]; e.Name == "VERSION" {
			v, known := e.Value.Known()
			return known && v == "0"
		}
	}
	_, ok := k.fits("~VERSION=0")
	return ok
}

// notTesting tells whether the call is not for a test environment.
func notTesting(k *call) bool {
	if w := k.option("env", "e"); w != nil {
		if v, known := w.Known(); known && strings.HasPrefix(v, "test") {
			return false
		}
	}
	ops := k.leaf.Parsed.Operands
	for i := range ops {
		if v, known := ops[i].Known(); known && strings.HasPrefix(v, "--env=test") {
			return false
		}
		if v, known := ops[i].Known(); known && v == "--env" && i+1 < len(ops) && strings.HasPrefix(ops[i+1].String(), "test") {
			return false
		}
	}
	for i := range k.leaf.Env {
		switch e := &k.leaf.Env[i]; e.Name {
		case "APP_ENV", "NODE_ENV":
			v, known := e.Value.Known()
			return !known || !strings.HasPrefix(v, "test")
		}
	}
	return true
}

// code tells whether the text that the call is given to run holds one of these.
func (k *call) code(fragments ...string) bool {
	look := func(text string) bool {
		for _, f := range fragments {
			if strings.Contains(text, f) {
				return true
			}
		}
		return false
	}
	for i := range k.leaf.Parsed.Args {
		if look(k.leaf.Parsed.Args[i].String()) {
			return true
		}
	}
	return k.leaf.Stdin != nil && look(k.leaf.Stdin.String())
}
