package hook

import (
	"path"
	"strings"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/internal/patch"
)

// Decode reads one event. With a failure the event, when it is not nil, says what was read of
// it before: whose it is and what it asks about, enough to answer.
func Decode(data []byte) (*Event, *Failure) {
	root, err := parseJSON(data)
	if err != nil {
		return nil, err
	}
	if root.kind != jsonObject {
		return nil, Fail(InputMalformed, "expected an object, found "+root.kind.String())
	}
	d := decoder{root: root, event: new(Event)}
	d.decode()
	if d.err != nil && d.event.Name == "" && d.event.Agent == UnknownAgent {
		return nil, d.err
	}
	return d.event, d.err
}

// decoder reads the fields of one event. The first failure stays; what is read after it is empty.
type decoder struct {
	root  *jsonValue
	event *Event
	err   *Failure
}

func (d *decoder) fail(code FailureCode, detail string) {
	if d.err == nil {
		d.err = Fail(code, detail)
	}
}

// field returns a member of an object, nil when it is not there or null.
func (d *decoder) field(object *jsonValue, key string) *jsonValue {
	v := object.get(key)
	for i := range object.members {
		if other := object.members[i].key; other != key && len(other) == len(key) && strings.EqualFold(other, key) {
			d.fail(KeyAmbiguous, "`"+other+"` for `"+key+"`")
		}
	}
	if v != nil && v.kind == jsonNull {
		return nil
	}
	return v
}

// text returns a string member, "" when it is not there.
func (d *decoder) text(object *jsonValue, key string) string {
	v := d.field(object, key)
	if v == nil {
		return ""
	}
	if v.kind != jsonString {
		d.fail(FieldType, "`"+key+"` must be a string, found "+v.kind.String())
		return ""
	}
	return v.text
}

// required returns a string member that must be there.
func (d *decoder) required(object *jsonValue, key string) string {
	if v := object.get(key); v != nil && v.kind == jsonNull {
		d.fail(FieldType, "`"+key+"` must be a string, found null")
	} else if d.field(object, key) == nil {
		d.fail(FieldMissing, "`"+key+"`")
	}
	return d.text(object, key)
}

// object returns a member that must be an object; it is empty, never nil, when it is not.
func (d *decoder) object(object *jsonValue, key string) *jsonValue {
	v := object.get(key)
	switch {
	case d.field(object, key) == nil && v == nil:
		d.fail(FieldMissing, "`"+key+"`")
	case v.kind != jsonObject:
		d.fail(FieldType, "`"+key+"` must be an object, found "+v.kind.String())
	default:
		return v
	}
	return &jsonValue{kind: jsonObject}
}

// first returns the first of several names that an object has a member of.
func (d *decoder) first(object *jsonValue, keys []string) string {
	for _, key := range keys {
		if object.get(key) != nil {
			return key
		}
	}
	return ""
}

func (d *decoder) decode() {
	root := d.root
	switch {
	case d.field(root, "hook_event_name") != nil || root.get("hook_event_name") != nil:
		d.named()
	case root.get("toolName") != nil:
		d.copilot()
	case root.get("input") != nil && root.get("output") != nil:
		d.openCode()
	case root.get("agent_action_name") != nil:
		d.windsurf()
	default:
		d.fail(EventUnknown, "`hook_event_name` is missing")
	}
}

// named reads the shape that Claude Code made and Codex, Gemini, Cursor and others took over:
// hook_event_name, tool_name, tool_input.
func (d *decoder) named() {
	e, root := d.event, d.root
	e.Name = d.required(root, "hook_event_name")
	if e.Name == "" {
		d.fail(FieldValue, "`hook_event_name` is empty")
		return
	}
	d.identify()
	e.Session = d.text(root, "session_id")
	e.Transcript = d.text(root, "transcript_path")
	e.ToolUse = d.text(root, "tool_use_id")
	e.Mode = d.text(root, "permission_mode")
	switch {
	case e.Name == "ConfigChange":
		e.Kind = ConfigChange
		e.Source = d.required(root, "source")
		e.ConfigPath = d.text(root, "file_path")
		e.Cwd = d.cwd(root, "cwd")
		if e.ConfigPath != "" {
			e.ConfigPath = d.absolute(e.ConfigPath)
		}
	case e.Name == "beforeShellExecution": // Cursor
		e.Kind, e.Tool = ShellCommand, "Shell"
		e.Command = d.required(root, "command")
		e.Cwd = d.cwd(d.workspace(), "cwd")
	case isPastEvent(e.Name):
	case root.get("tool_name") == nil && !isToolEvent(e.Name):
		// An event that is not about a tool: nothing to judge.
	default:
		e.Tool = d.required(root, "tool_name")
		d.tool(d.object(root, "tool_input"), d.field(d.workspace(), "cwd"))
	}
}

// isToolEvent tells whether an event is one that comes before a tool call, so that it must
// name a tool.
func isToolEvent(name string) bool {
	switch name {
	case "PreToolUse", "PreSkillShellCommand", "BeforeTool", "preToolUse", "pre_tool_call":
		return true
	}
	return false
}

// copilot reads the camelCase events of GitHub Copilot CLI. They carry no event name: those
// after the fact carry a result.
func (d *decoder) copilot() {
	e, root := d.event, d.root
	e.Agent, e.Name = Copilot, "preToolUse"
	e.Session = d.text(root, "sessionId")
	e.Tool = d.required(root, "toolName")
	if root.get("toolResult") != nil {
		e.Name = "postToolUse"
		return
	}
	d.tool(d.object(root, "toolArgs"), d.field(root, "cwd"))
}

// openCode reads what an OpenCode plugin gets, as our plugin for it sends it on.
func (d *decoder) openCode() {
	e, root := d.event, d.root
	e.Agent, e.Name = OpenCode, "tool.execute.before"
	input := d.object(root, "input")
	e.Session = d.text(input, "sessionID")
	e.ToolUse = d.text(input, "callID")
	e.Tool = d.required(input, "tool")
	d.tool(d.object(d.object(root, "output"), "args"), d.field(root, "directory"))
}

// windsurf reads the events of Windsurf Cascade.
func (d *decoder) windsurf() {
	e, root := d.event, d.root
	e.Agent, e.Name = Windsurf, d.required(root, "agent_action_name")
	e.Session = d.text(root, "trajectory_id")
	switch e.Name {
	case "pre_run_command":
		info := d.object(root, "tool_info")
		e.Kind, e.Tool = ShellCommand, e.Name
		e.Command = d.required(info, "command_line")
		e.Cwd = d.cwd(info, "cwd")
	case "pre_write_code":
		info := d.object(root, "tool_info")
		e.Kind, e.Tool = FileChange, e.Name
		e.Files = []guard.FileChange{{Path: d.absolute(d.required(info, "file_path")), Change: guard.Writes}}
	}
}

// cwd reads a directory that must be there and be absolute.
func (d *decoder) cwd(object *jsonValue, key string) string {
	return d.checkedCwd(d.required(object, key))
}

func (d *decoder) checkedCwd(dir string) string {
	switch {
	case d.err != nil:
	case !strings.HasPrefix(dir, "/"):
		d.fail(FieldValue, "`cwd` must be an absolute path, found `"+Cut(dir, 80)+"`")
	case strings.IndexByte(dir, 0) >= 0:
		d.fail(FieldValue, "`cwd` holds a NUL byte")
	default:
		return path.Clean(dir)
	}
	return ""
}

// absolute makes a path absolute against the cwd. One that begins with ~ stays: whose home
// that is, is not known here.
func (d *decoder) absolute(p string) string {
	switch {
	case d.err != nil || p == "":
		return p
	case strings.IndexByte(p, 0) >= 0:
		d.fail(FieldValue, "a path holds a NUL byte")
	case strings.HasPrefix(p, "/"):
		return path.Clean(p)
	case p == "~" || strings.HasPrefix(p, "~/"):
		return p
	case d.event.Cwd == "":
		d.fail(FieldMissing, "`cwd`, needed for the relative path `"+Cut(p, 80)+"`")
	default:
		return path.Join(d.event.Cwd, p)
	}
	return ""
}

// tool reads the call of a tool.
func (d *decoder) tool(input, cwd *jsonValue) {
	e := d.event
	if d.err == nil && e.Tool == "" {
		d.fail(FieldValue, "the name of the tool is empty")
	}
	kind := kindOfTool(e.Tool)
	mcp := kind == toolOther && (strings.HasPrefix(e.Tool, "mcp_") || d.root.get("mcp_server") != nil)
	if kind == toolOther && !(mcp && isMCPShell(e.Tool) && d.first(input, commandFields[:]) != "") {
		return
	}
	switch {
	case cwd == nil:
		d.fail(FieldMissing, "`cwd`")
	case cwd.kind != jsonString:
		d.fail(FieldType, "`cwd` must be a string, found "+cwd.kind.String())
	default:
		e.Cwd = d.checkedCwd(cwd.text)
	}
	switch kind {
	case toolOther:
		d.mcpCommand(input)
	case toolShell:
		d.shell(input)
	case toolOtherShell:
		e.Kind = OtherShellCommand
		e.Command = d.required(input, "command")
	case toolPatch:
		d.patch(input)
	default:
		d.files(kind, input)
	}
}

// shell reads a shell tool's call.
func (d *decoder) shell(input *jsonValue) {
	e := d.event
	if e.Tool == "Monitor" && input.get("command") == nil && input.get("ws") != nil {
		return // watches a socket, runs nothing
	}
	e.Kind = ShellCommand
	key := "command"
	if other := d.first(input, commandFields[:]); other != "" && e.Agent != Claude && e.Agent != Codex {
		key = other
	}
	if v := input.get(key); v != nil && v.kind == jsonArray && e.Agent != Claude {
		e.Command = d.argv(v, key)
	} else {
		e.Command = d.required(input, key)
	}
	d.directory(input)
}

// directory takes a tool's own directory parameter over as the cwd.
func (d *decoder) directory(input *jsonValue) {
	if key := d.first(input, directoryFields[:]); key != "" && d.event.Agent != Claude {
		if dir := d.text(input, key); dir != "" {
			d.event.Cwd = d.absolute(dir)
		}
	}
}

// mcpCommand reads the call of an MCP tool that runs commands. What it calls its parameters is
// its own affair: what is no text and no argv there is nothing to judge.
func (d *decoder) mcpCommand(input *jsonValue) {
	e := d.event
	v := input.get(d.first(input, commandFields[:]))
	switch v.kind {
	case jsonString:
		e.Command = v.text
	case jsonArray:
		e.Command = d.argv(v, "command")
	default:
		return
	}
	e.Kind = ShellCommand
	if args := input.get("args"); args != nil && args.kind == jsonArray {
		e.Command += " " + d.argv(args, "args")
	}
	if key := d.first(input, directoryFields[:]); key != "" && input.get(key).kind == jsonString && input.get(key).text != "" {
		e.Cwd = d.absolute(input.get(key).text)
	}
}

// argv joins a list of arguments to shell text that means the same.
func (d *decoder) argv(list *jsonValue, key string) string {
	var b strings.Builder
	for i := range list.items {
		item := &list.items[i]
		if item.kind != jsonString {
			d.fail(FieldType, "`"+key+"` must hold strings, found "+item.kind.String())
			return ""
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('\'')
		b.WriteString(strings.ReplaceAll(item.text, "'", `'\''`))
		b.WriteByte('\'')
	}
	return b.String()
}

// files reads a file tool's call.
func (d *decoder) files(kind toolKind, input *jsonValue) {
	e := d.event
	e.Kind = FileChange
	key := d.first(input, pathFields[:])
	if key == "" {
		key = pathFields[0]
	}
	name := d.required(input, key)
	if d.err == nil && name == "" {
		d.fail(FieldValue, "`"+key+"` is empty")
	}
	if c := input.get("command"); c != nil && c.text == "view" {
		e.Kind = NothingToJudge // the reading verb of the text editor tool
		return
	}
	e.Files = []guard.FileChange{{Path: d.absolute(name), Change: kind.change()}}
	if kind == toolMove {
		if to := d.first(input, targetFields[:]); to != "" {
			e.Files = append(e.Files, guard.FileChange{Path: d.absolute(d.required(input, to)), Change: guard.Writes})
		}
	}
}

// patch reads a call of apply_patch.
func (d *decoder) patch(input *jsonValue) {
	e := d.event
	e.Kind = FileChange
	if d.first(input, pathFields[:]) != "" && d.first(input, patchFields[:]) == "" {
		d.files(toolEdit, input)
		return
	}
	key := d.first(input, patchFields[:])
	if key == "" {
		key = patchFields[0]
	}
	text := ""
	if v := input.get(key); v != nil && v.kind == jsonArray && len(v.items) > 0 {
		text = v.items[len(v.items)-1].text
	} else {
		text = d.required(input, key)
	}
	for _, f := range patch.Files(text) {
		e.Files = append(e.Files, guard.FileChange{Path: d.absolute(f.Path), Change: patchChange(f.Op)})
	}
	if len(e.Files) == 0 {
		d.fail(PatchUnreadable, "")
	}
}

func patchChange(op patch.Op) guard.Change {
	switch op {
	case patch.Update:
		return guard.Edits
	case patch.Delete:
		return guard.Deletes
	case patch.MoveFrom:
		return guard.Moves
	}
	return guard.Writes
}
