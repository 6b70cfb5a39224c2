package main

import (
	"runtime"
	"runtime/debug"
)

// release is set by the linker for released binaries: -ldflags "-X main.release=v1.2.3".
var release string

// version says which bashguard this is: the released version, else the module's version as
// `go install` recorded it, else the commit that it was built from.
func version() string {
	v := release
	if info, ok := debug.ReadBuildInfo(); ok && v == "" {
		v = info.Main.Version
		if v == "" || v == "(devel)" {
			v = commit(info.Settings)
		}
	}
	if v == "" {
		v = "unknown"
	}
	return v + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}

// commit is what the version control system stamped into the build, "devel" without one.
func commit(settings []debug.BuildSetting) string {
	v := "devel"
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			v += "-" + s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				v += "+changes"
			}
		}
	}
	return v
}
