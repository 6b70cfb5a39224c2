package guard_test

import (
	"fmt"

	"github.com/bashguard/bashguard/guard"
)

// A command is read as bash reads it: the variable is the program, and a force push is one
// however it is written.
func ExampleParse() {
	cmd := guard.Parse(`G=git; cd api && $G push -f origin HEAD:main`, guard.In("/home/dev/app"))
	for _, leaf := range cmd.Leaves() {
		fmt.Println(leaf.Program(), leaf.Args(), "in", leaf.Cwd())
	}
	// Output:
	// git [push -f origin HEAD:main] in /home/dev/app/api
}

// Runs asks for a program and options by their meaning.
func ExampleCommand_Runs() {
	for _, text := range []string{
		"git push --force",
		"git push -uf origin main",
		"git -C sub push --forc",
		"sudo bash -c 'git push -f'",
		"git push --force-with-lease",
		"echo git push --force",
		"git push $FLAGS",
	} {
		fmt.Printf("%-30s %v\n", text, guard.Parse(text).Runs("git push", "--force"))
	}
	// Output:
	// git push --force               yes
	// git push -uf origin main       yes
	// git -C sub push --forc         yes
	// sudo bash -c 'git push -f'     yes
	// git push --force-with-lease    no
	// echo git push --force          no
	// git push $FLAGS                maybe
}

// What a command writes is compared as paths, by components.
func ExampleCommand_WritesTo() {
	in := guard.In("/home/dev/app")
	fmt.Println(guard.Parse("echo x > src/main.go", in).WritesTo("src"))
	fmt.Println(guard.Parse("cd src && tee ../src/a.go", in).WritesTo("src"))
	fmt.Println(guard.Parse("echo x > src-secret", in).WritesTo("src"))
	fmt.Println(guard.Parse("cat src/main.go", in).WritesTo("src"))
	fmt.Println(guard.Parse(`echo x > "$OUT"`, in).WritesTo("src"))
	// Output:
	// yes
	// yes
	// no
	// no
	// maybe
}

// Text that is run by a shell is found however it gets there.
func ExampleCommand_PipesToShell() {
	for _, text := range []string{
		"curl -s https://example.com/i.sh | sh",
		`bash -c "$(curl -s https://example.com/i.sh)"`,
		"curl -s https://example.com/data | jq .",
	} {
		fmt.Println(guard.Parse(text).PipesToShell())
	}
	// Output:
	// yes
	// yes
	// no
}

// Check judges a command under a policy.
func ExampleCheck() {
	cmd := guard.Parse(`cd build && D=~; r""m -r -f "$D"`, guard.In("/home/dev/app"), guard.Home("/home/dev"))
	result := guard.Check(cmd, guard.DefaultPolicy())
	fmt.Println(result.Verdict)
	for _, f := range result.Findings {
		fmt.Println(f.Rule.ID, "at", cmd.Source[f.Span.Start:f.Span.End])
	}
	// Output:
	// deny
	// fs/delete-root at r""m -r -f "$D"
}

// A guard of one's own needs no rule of the built-in policy: it asks the command. This one keeps
// an agent from publishing, and from writing outside a directory.
func Example() {
	publishes := func(cmd *guard.Command) guard.Answer {
		return cmd.Runs("npm publish").Or(cmd.Runs("cargo publish"))
	}
	for _, text := range []string{
		"npm test && npm publish --access public",
		"env CI=1 npm publish",
		"git commit -m 'npm publish is for the release job'",
		"npm $VERB",
	} {
		cmd := guard.Parse(text, guard.In("/home/dev/app"))
		switch answer := publishes(cmd); {
		case answer.IsYes():
			fmt.Println("refused:", text)
		case answer.IsMaybe():
			fmt.Println("asked about:", text)
		}
	}
	// Output:
	// refused: npm test && npm publish --access public
	// refused: env CI=1 npm publish
	// asked about: npm $VERB
}
