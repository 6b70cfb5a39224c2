package lang

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func showSQL(text string) string {
	var out []string
	for _, s := range SQL(text) {
		line := s.Kind.String()
		if s.Object != "" {
			line += " " + s.Object
		}
		if s.Temporary {
			line += " (temporary)"
		}
		if s.Maybe {
			line += " (maybe)"
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

var sqlTests = []struct{ text, want string }{
	{"DROP TABLE users", "drop table users"},
	{"drop table if exists `app`.`users`, posts cascade;", "drop table app.users, posts"},
	{"DROP DATABASE app;", "drop database app"},
	{`DROP SCHEMA "public" CASCADE`, "drop schema public"},
	{"DROP OWNED BY bob", "drop schema bob"},
	{"DROP ROLE bob", "drop user bob"},
	{"DROP INDEX i", "drop i"},
	{"DROP VIEW IF EXISTS v", "drop v"},
	{"DROP/**/TABLE/* x */users", "drop table users"},
	{"dRoP\n\tTaBlE [dbo].[users]", "drop table dbo.users"},
	{"/*!50000 DROP TABLE users */", "drop table users"},
	{"SELECT 1; DROP TABLE users; SELECT 2", "drop table users"},
	{"-- note\nDROP TABLE users", "drop table users"},
	{"TRUNCATE orders", "truncate orders"},
	{"TRUNCATE TABLE ONLY a, b RESTART IDENTITY", "truncate a, b"},
	{"DELETE FROM users", "delete without where users"},
	{"DELETE FROM users WHERE 1=1", "delete without where users"},
	{"DELETE FROM users WHERE true;", "delete without where users"},
	{"DELETE FROM users WHERE id = 5 OR 1=1", "delete without where users"},
	{"DELETE FROM users WHERE ('a' = 'a')", "delete without where users"},
	{"DELETE FROM users WHERE 1 <> 0", ""},
	{"DELETE FROM users WHERE id = 5", ""},
	{"DELETE FROM users WHERE id = 5 AND 1=1", ""},
	{"delete from users\nwhere id = 5", ""},
	{"DELETE FROM users LIMIT 5", ""},
	{"DELETE FROM users $WHERE", "delete without where users (maybe)"},
	{"DELETE FROM $TABLE", "delete without where $TABLE"},
	{"DELETE FROM ${P}users", "delete without where ${P}users"},
	{"WITH x AS (SELECT 1 WHERE 1=2) DELETE FROM users", "delete without where users"},
	{"DELETE FROM a USING b WHERE a.id = b.id", ""},
	{"UPDATE users SET admin = true", "update without where users"},
	{"UPDATE users SET a = 1 WHERE id = 2", ""},
	{"UPDATE users SET a = (SELECT 1 FROM t WHERE t.x = 2)", "update without where users"},
	{"SELECT * FROM t FOR UPDATE", ""},
	{"INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET a = 1", ""},
	{"INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 1", ""},
	{"ALTER TABLE users DROP COLUMN email", "drop column users"},
	{"ALTER TABLE users DROP email", "drop column users"},
	{"ALTER TABLE users DROP CONSTRAINT c", ""},
	{"ALTER TABLE users ALTER COLUMN c DROP DEFAULT", ""},
	{"ALTER TABLE users ADD COLUMN c int", ""},
	{"BEGIN; DELETE FROM users; ROLLBACK", "delete without where users"},
	{"BEGIN TRANSACTION DELETE FROM users", "delete without where users"},
	{"IF EXISTS (SELECT 1) DROP TABLE users", "drop table users"},
	{"SELECT 1 DROP TABLE users", "drop table users"},
	{"SELECT 1\nGO\nDROP TABLE users\nGO\n", "drop table users"},
	{"EXPLAIN DELETE FROM users", ""},
	{"EXPLAIN ANALYZE DELETE FROM users", "delete without where users"},
	{"DO $$ BEGIN DROP TABLE users; END $$", "drop table users"},
	{"DO $x$ BEGIN EXECUTE 'DROP TABLE users'; END $x$", "drop table users"},
	{"EXEC('DROP TABLE users')", "drop table users"},
	{"PREPARE s FROM 'DROP TABLE users'", "drop table users"},
	{"EXEC xp_cmdshell 'whoami'", "shell escape whoami"},
	{"CREATE TEMP TABLE t (a int); DROP TABLE t", "drop table t (temporary)"},
	{"CREATE TABLE t (a int); DROP TABLE t", "drop table t (temporary)"},
	{"CREATE TABLE IF NOT EXISTS t (a int); DROP TABLE t", "drop table t"},
	{"DROP TABLE #tmp", "drop table #tmp (temporary)"},
	{"DROP TEMPORARY TABLE t", "drop table t (temporary)"},
	{"CREATE TABLE t (a int REFERENCES b ON DELETE CASCADE)", ""},
	{"CREATE PROCEDURE p() BEGIN DELETE FROM users; END; SELECT 1", ""},
	{"CREATE FUNCTION f() RETURNS void AS $$ BEGIN DELETE FROM users; END $$ LANGUAGE plpgsql", ""},
	{"CREATE PROCEDURE p() BEGIN DELETE FROM users; END; DROP TABLE t", "drop table t"},
	{"GRANT DELETE ON users TO bob", ""},
	{"GRANT DROP ON DATABASE app TO bob", ""},
	{`\! rm -rf /x`, "shell escape rm -rf /x"},
	{"SELECT 1;\n\\! id\nSELECT 2", "shell escape id"},
	{`\i setup.sql`, "include setup.sql"},
	{`\o |sh`, "shell escape sh"},
	{`\o /a.txt`, "write file /a.txt"},
	{`\copy t to program 'sh'`, "shell escape sh"},
	{`\dt`, ""},
	{"COPY t TO PROGRAM 'id'", "shell escape id"},
	{"COPY t FROM '/etc/passwd'", "read file /etc/passwd"},
	{"SELECT 'x' INTO OUTFILE '/var/www/x.php'", "write file /var/www/x.php"},
	{"SELECT load_file('/etc/passwd')", "read file /etc/passwd"},
	{".shell id", "shell escape id"},
	{".read a.sql", "include a.sql"},
	{".output /a", "write file /a"},
	{".tables", ""},
	{"system id", "shell escape id"},
	{"source a.sql", "include a.sql"},
	{"FLUSHALL", "flush FLUSHALL"},
	{"SET a 1\nflushdb\n", "flush FLUSHDB"},
	{"SET note FLUSHALL", ""},
	{"db.dropDatabase()", "drop database db"},
	{"db.users.drop()", "drop collection users"},
	{"db['dropDatabase']()", "drop database"},
	{"db.runCommand({dropDatabase: 1})", "drop database"},
	{"db.users.deleteMany({})", "delete without where users"},
	{"db.users.remove({})", "delete without where users"},
	{"db.users.deleteMany({a: 1})", ""},
	{"db.users.find({drop: 1})", ""},
	{"db.runCommand({drop: 'users'})", "drop collection"},
	// A backslash is a character of the literal in standard SQL, so that the next statement is one.
	{"INSERT INTO t VALUES ('\\'); DROP TABLE users; --')", "drop table users"},
	{"print('db.dropDatabase()')", ""},
	{"// db.dropDatabase()\ndb.users.find()", ""},

	{"SELECT 'DROP TABLE x'", ""},
	{"SELECT 'it''s; DROP TABLE x'", ""},
	{`SELECT "DROP TABLE x"`, ""},
	{"SELECT $$DROP TABLE x$$", ""},
	{"-- DROP TABLE x", ""},
	{"# DROP TABLE x", ""},
	{"/* DROP TABLE x */ SELECT 1", ""},
	{"/* a /* b */ DROP TABLE x */ SELECT 1", ""},
	{"SELECT drop_table FROM t", ""},
	{"SELECT * FROM deletes WHERE kind = 'truncate'", ""},
	{"INSERT INTO log VALUES ('DELETE FROM users')", ""},
	{"SELECT truncate(1.5, 1)", ""},
	{"SELECT 1", ""},
	{"", ""},
	{"EXEC '", ""},
	{"SHOW TABLES", ""},
	{"INSERT INTO t SELECT * FROM u", ""},
}

func TestSQL(t *testing.T) {
	for _, tt := range sqlTests {
		t.Run(tt.text, func(t *testing.T) {
			assert.Equal(t, tt.want, showSQL(tt.text))
		})
	}
}

func TestSQLSpans(t *testing.T) {
	src := "SELECT 1;\n  DROP TABLE users ;"
	got := SQL(src)
	assert.Len(t, got, 1)
	assert.Equal(t, "DROP TABLE users", src[got[0].Start:got[0].End])
	assert.Equal(t, "DROP TABLE users", got[0].Text)
}
