package hook

// The failure policy is closed, and this is the place that says so: whatever keeps the guard
// from judging a call refuses it, with a reason that names the failure, by exit 2 and the
// reason on stderr, which no agent overrides. The reason: a guard that lets pass what it
// could not read looks exactly like a guard that works. A user may choose open (on_error:
// open); the decision log then says that the guard was open.

// FailureCode names one way in which a call could not be judged.
type FailureCode string

// The failures.
const (
	InputUnreadable  FailureCode = "input-unreadable"
	InputTimeout     FailureCode = "input-timeout"
	InputEmpty       FailureCode = "input-empty"
	InputTooLarge    FailureCode = "input-too-large"
	InputEncoding    FailureCode = "input-encoding"
	InputMalformed   FailureCode = "input-malformed"
	InputTruncated   FailureCode = "input-truncated"
	InputTrailing    FailureCode = "input-trailing"
	InputTooDeep     FailureCode = "input-too-deep"
	KeyDuplicate     FailureCode = "key-duplicate"
	KeyAmbiguous     FailureCode = "key-ambiguous"
	EventUnknown     FailureCode = "event-unknown"
	FieldMissing     FailureCode = "field-missing"
	FieldType        FailureCode = "field-type"
	FieldValue       FailureCode = "field-value"
	PatchUnreadable  FailureCode = "patch-unreadable"
	PolicyUnreadable FailureCode = "policy-unreadable"
	GateFailed       FailureCode = "file-gate-failed"
	TimeLimit        FailureCode = "time-limit"
	MemoryLimit      FailureCode = "memory-limit"
	InternalError    FailureCode = "internal-error"
	CallUsage        FailureCode = "usage"
)

// FailureRow describes a failure: what happened and what to do about it.
type FailureRow struct {
	Code   FailureCode
	Words  string
	Advice string
}

const (
	adviceHost   = "the host or a wrapper around the hook sends what this version does not read: update bashguard, or report the payload"
	adviceReport = "this is a bug in bashguard: report it with the command"
)

var failures = [...]FailureRow{
	{InputUnreadable, "standard input could not be read", adviceHost},
	{InputTimeout, "no complete event came on standard input in time", adviceHost},
	{InputEmpty, "the event is empty", "wire the hook so that the host's JSON reaches its standard input"},
	{InputTooLarge, "the event is larger than the size limit", "split the call: write large files in parts, put long scripts into a file"},
	{InputEncoding, "the event is not valid UTF-8 text", adviceHost},
	{InputMalformed, "the event is not valid JSON", adviceHost},
	{InputTruncated, "the event ends in the middle", adviceHost},
	{InputTrailing, "there is more text after the event", adviceHost},
	{InputTooDeep, "the event is nested deeper than the limit", adviceHost},
	{KeyDuplicate, "the event has a key twice", adviceHost},
	{KeyAmbiguous, "the event has keys that differ only in case", adviceHost},
	{EventUnknown, "the event has no name and no known shape", adviceHost},
	{FieldMissing, "the event lacks a field", adviceHost},
	{FieldType, "a field of the event has the wrong type", adviceHost},
	{FieldValue, "a field of the event has an unusable value", adviceHost},
	{PatchUnreadable, "the patch names no file that could be read from it", "write the patch in the apply_patch format, or use a file tool"},
	{PolicyUnreadable, "the policy could not be read", "mend the file; `bashguard policy show` says what is wrong"},
	{GateFailed, "the user's own file gate gave no answer", "mend the command in file_gate of the policy"},
	{TimeLimit, "the call could not be judged in time", "split the command into smaller ones"},
	{MemoryLimit, "judging the call took more memory than the limit", "split the command into smaller ones"},
	{InternalError, "internal error", adviceReport},
	{CallUsage, "the hook was called with arguments that it does not know", "wire it as `bashguard hook`, without more"},
}

// Failures lists every failure that refuses a call.
func Failures() []FailureRow { return failures[:] }

// Failure is the error of a call that could not be judged.
type Failure struct {
	Code FailureCode
	// Detail says what exactly, "" when the code says all.
	Detail string
}

// Fail makes a failure.
func Fail(code FailureCode, detail string) *Failure { return &Failure{Code: code, Detail: detail} }

// Error says what happened, where, and what to do.
func (f *Failure) Error() string {
	words, advice := string(f.Code), adviceReport
	for i := range failures {
		if failures[i].Code == f.Code {
			words, advice = failures[i].Words, failures[i].Advice
		}
	}
	if f.Detail != "" {
		words += ": " + cut(f.Detail, 400)
	}
	return "bashguard could not judge this call and refuses it (fails closed): " + words + "; " + advice + " [failure/" + string(f.Code) + "]"
}
