package program

// gitRows are git and its subcommands, as git 2.39 to 2.47 have them.
var gitRows = [...]Spec{
	{Name: "git", Also: "hub", Flags: Subcommands, Opts: "v,version h,help C:C c: exec-path:: html-path man-path info-path p,paginate P,no-pager no-replace-objects bare git-dir: work-tree: namespace: super-prefix: config-env: literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks no-lazy-fetch no-advice list-cmds: attr-source: shallow-file:"},
}
