package worlds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings/jail"
)

// What databases keep. A stub that is told to drop a database removes its directory, one that is told
// to drop or empty a table removes the file Users.
const (
	DatabaseDir = "/srv/db/shop"       // PostgreSQL, MySQL
	Users       = "/srv/db/shop/users" // a table of it
	MongoDir    = "/srv/db/mongo/shop"
	RedisDump   = "/srv/db/redis/dump.rdb"
	SQLiteFile  = "/home/dev/app/app.db" // of SQLite, with a table users
)

// DatabaseFiles are the states that the stubs of DatabaseStubs keep.
func DatabaseFiles() []jail.File {
	return []jail.File{
		{Path: "/home/dev/app/manage.py", Text: manage},
		{Path: Users, Text: "1 Ada\n2 Grace\n"},
		{Path: MongoDir + "/users", Text: "{\"name\": \"Ada\"}\n"},
		{Path: RedisDump, Text: "session:1 Ada\n"},
	}
}

// DatabaseStubs are clients of databases and what migrates them.
func DatabaseStubs() []jail.Stub {
	return []jail.Stub{
		{Name: "psql", Script: sqlText + sqlRun},
		{Name: "mysql", Script: sqlText + sqlRun},
		{Name: "mariadb", Script: sqlText + sqlRun},
		{Name: "dropdb", Script: dropdbScript},
		{Name: "mysqladmin", Script: `case " $* " in *" drop "*) rm -rf ` + DatabaseDir + ` ;; esac`},
		{Name: "mongosh", Script: sqlText + mongoRun},
		{Name: "mongo", Script: sqlText + mongoRun},
		{Name: "redis-cli", Script: redisScript},
		{Name: "prisma", Script: prismaScript},
		{Name: "npx", Script: `while case $1 in -*) true ;; *) false ;; esac; do shift; done; exec "$@"`},
		{Name: "rails", Script: railsScript},
		{Name: "rake", Script: railsScript},
		{Name: "supabase", Script: `case " $* " in *" db reset"*) rm -f ` + Users + ` ;; esac`},
		{Name: "alembic", Script: reset(`*" downgrade base "*`)},
		{Name: "php", Script: reset(`*" artisan migrate:fresh "*|*" artisan migrate:refresh "*|*" artisan migrate:reset "*|*" artisan db:wipe "*`)},
		{Name: "knex", Script: reset(`*" migrate:rollback"*" --all "*`)},
		{Name: "sequelize", Script: reset(`*" db:drop "*|*" db:migrate:undo:all "*`)},
		{Name: "flyway", Script: reset(`*" clean "*`)},
		{Name: "liquibase", Script: reset(`*" drop-all "*|*" dropAll "*`)},
	}
}

// reset is a migration tool that empties the database when its arguments match.
func reset(when string) string {
	return `case " $* " in *" --help "*) ;; ` + when + `) rm -f ` + Users + ` ;; esac`
}

// manage is a project of django: a program in python with the commands that empty its database.
const manage = `import os, sys
if sys.argv[1:2] in (["flush"], ["reset_db"]) or sys.argv[1:4:2] == ["migrate", "zero"]:
    os.remove("` + Users + `")
`

// sqlText collects the statements that a client gets: by option, from a file, from standard input.
const sqlText = `sql= got=
while [ $# -gt 0 ]; do
	case $1 in
	--command|--execute|--eval) sql="$sql;$2" got=1; shift ;;
	--command=*|--execute=*|--eval=*) sql="$sql;${1#*=}" got=1 ;;
	--file) sql="$sql;$(cat "$2")" got=1; shift ;;
	--file=*) sql="$sql;$(cat "${1#*=}")" got=1 ;;
	--*) ;;
	-f) sql="$sql;$(cat "$2")" got=1; shift ;;
	-c|-e|-[!-]*[ce]) sql="$sql;$2" got=1; shift ;;
	-[ce]?*) sql="$sql;${1#-?}" got=1 ;;
	*.js|*.sql) sql="$sql;$(cat "$1")" got=1 ;;
	esac
	shift
done
[ -n "$got" ] || [ -t 0 ] || sql=$(cat)
`

// sqlRun does what each statement says, as far as these worlds know. A comment is a blank, and text
// in quotes is no statement.
const sqlRun = `printf '%s\n' "$sql" | sed 's/--.*//' | tr '\n\tA-Z' '  a-z' | sed -E 's:/\*[^*]*\*/: :g; s/"//g; s/` + "`" + `//g; s/ +/ /g' | tr ';' '\n' |
while read -r line || [ -n "$line" ]; do
	case $line in
	"drop database "*|"drop schema "*)
		case "$line " in *" shop "*|*" public "*) rm -rf ` + DatabaseDir + ` ;; esac ;;
	"drop table "*|"truncate "*) rm -f ` + Users + ` ;;
	"delete from "*|"update "*" set "*)
		case $line in *" where "*) ;; *) rm -f ` + Users + ` ;; esac ;;
	"") ;;
	*) echo "(2 rows)" ;;
	esac
done`

// mongoRun looks for the calls that remove everything.
const mongoRun = `case $(printf %s "$sql" | tr -d ' \n') in
*dropDatabase\(*|*.drop\(*|*deleteMany\(\{\}\)*|*.remove\(\{\}\)*) rm -rf ` + MongoDir + ` ;;
esac`

const redisScript = `do_it() {
	case $1 in [Ff][Ll][Uu][Ss][Hh][Aa][Ll][Ll]|[Ff][Ll][Uu][Ss][Hh][Dd][Bb]) : >` + RedisDump + ` ;; esac
	echo OK
}
while [ $# -gt 0 ]; do
	case $1 in
	-h|-p|-n|-a|-u|-s|-i|-r|--user|--pass) shift 2 ;;
	-*) shift ;;
	*) break ;;
	esac
done
if [ $# -gt 0 ]; then
	do_it "$@"
else
	while read -r line || [ -n "$line" ]; do do_it $line; done
fi`

const dropdbScript = `name=
while [ $# -gt 0 ]; do
	case $1 in
	-h|-p|-U|--host|--port|--username|--maintenance-db) shift ;;
	-*) ;;
	*) name=$1 ;;
	esac
	shift
done
[ "$name" != shop ] || rm -rf ` + DatabaseDir

const prismaScript = `case " $* " in *" --help "*) ;; *" migrate reset "*|*" --force-reset "*) rm -f ` + Users + ` ;; esac`

const railsScript = `case " $* " in *" db:drop"*|*" db:reset"*|*" db:migrate:reset"*|*" db:schema:load"*) rm -rf ` + DatabaseDir + ` ;; esac`

var database, sqlite lazy

// Database is a project whose databases run elsewhere: clients are stubs.
func Database() *jail.World {
	return database.get(func() *jail.World {
		return &jail.World{
			ID: "database", Cwd: ProjectDir, Stubs: slices.Concat(Runners(), DatabaseStubs()),
			Files: append(DatabaseFiles(),
				jail.File{Path: "/home/dev/app/drop.sql", Text: "DROP DATABASE shop;\n"},
				jail.File{Path: "/home/dev/app/report.sql", Text: "SELECT count(*) FROM users;\n"}),
		}
	})
}

// SQLite is a project with a real database in a file, for the real sqlite3.
func SQLite() *jail.World {
	return sqlite.get(func() *jail.World {
		return &jail.World{
			ID: "sqlite", Cwd: ProjectDir, Needs: []string{"sqlite3"}, Stubs: Runners(),
			Setup: "sqlite3 " + SQLiteFile + ` "CREATE TABLE users(name TEXT); INSERT INTO users VALUES('Ada'),('Grace');"`,
		}
	})
}
