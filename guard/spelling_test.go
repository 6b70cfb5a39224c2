package guard_test

import (
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
	"sort"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/guard"
)

// verdicts counts verdicts by family.
type verdicts struct {
	names  []string
	counts map[string]*[4]int
}

func (t *verdicts) add(family string, v guard.Verdict) {
	if t.counts == nil {
		t.counts = map[string]*[4]int{}
	}
	if t.counts[family] == nil {
		t.counts[family] = &[4]int{}
		t.names = append(t.names, family)
	}
	t.counts[family][v]++
}

func (t *verdicts) log(tb testing.TB) {
	sort.Strings(t.names)
	var all [4]int
	for _, n := range t.names {
		c := t.counts[n]
		tb.Logf("%-14s none %5d  ask %5d  deny %5d", n, c[guard.None], c[guard.Ask], c[guard.Deny])
		for i := range all {
			all[i] += c[i]
		}
	}
	tb.Logf("%-14s none %5d  ask %5d  deny %5d", "all", all[guard.None], all[guard.Ask], all[guard.Deny])
}

// sampled says whether a variant is judged: a part of them all, and fewer of slow seeds.
func sampled(s seed, key string, one, all bool) bool {
	h := fnv.New32a()
	h.Write([]byte(s.text + key))
	n := h.Sum32()
	switch {
	case all:
		return true
	case s.slow:
		return n%32 == 0
	}
	return !one || n%6 == 0
}

// variants calls f with seeds in single spellings and in pairs of spellings, of a fixed choice.
// BASHGUARD_SPELLINGS=20000 takes that many pairs and every seed in every single spelling.
func variants(seeds []seed, pairs int, f func(s seed, d *draft)) {
	all := false
	if n, err := strconv.Atoi(os.Getenv("BASHGUARD_SPELLINGS")); err == nil {
		pairs, all = n, true
	}
	how := spellings()
	rnd := rand.New(rand.NewSource(7))
	for _, s := range seeds {
		for i := range how {
			if d := spell(s, rnd, &how[i]); d != nil && sampled(s, how[i].name, true, all) {
				f(s, d)
			}
		}
	}
	for made, tries := 0, 0; made < pairs && tries < 20*pairs; tries++ {
		s := seeds[rnd.Intn(len(seeds))]
		a, b := &how[rnd.Intn(len(how))], &how[rnd.Intn(len(how))]
		if d := spell(s, rnd, a, b); a != b && d != nil && sampled(s, a.name+b.name, false, all) {
			made++
			f(s, d)
		}
	}
}

func family(d *draft) string {
	if len(d.used) > 1 {
		return "pairs"
	}
	for _, s := range spellings() {
		if s.name == d.used[0] {
			return s.family
		}
	}
	return "?"
}

// report says what went wrong, at most so much of it.
func report(t *testing.T, failed []string, worst map[string]int) {
	var names []string
	for n := range worst {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		return worst[names[i]] > worst[names[j]] || worst[names[i]] == worst[names[j]] && names[i] < names[j]
	})
	for i, n := range names {
		if i == 300 {
			break
		}
		t.Logf("%4d %s", worst[n], n)
	}
	limit := 40
	if n, err := strconv.Atoi(os.Getenv("BASHGUARD_SHOW")); err == nil {
		limit = n
	}
	for i, f := range failed {
		if i == limit {
			break
		}
		t.Errorf("%d of %d: %s", i+1, len(failed), f)
	}
}

// gaps are the spellings that are not followed to the end: the least verdict that they get.
var gaps = map[string]guard.Verdict{
	// The parser rejects them, so that they are asked about.
	"! ! ( { @T; } )": guard.Ask, "prefix ! !": guard.Ask, "prefix time ! ": guard.Ask, "swapped case": guard.Ask,
	`let "x=$( @T >&2; echo 1)"`: guard.Ask, "prefix time --": guard.None, "prefix coproc": guard.None,
	// What makes the text is not folded.
	"basenc --base16 -d <<< @E | sh": guard.Ask, "printf %s @E | basenc --base64 -d | sh": guard.Ask, `awk '{gsub(/~/,"");print}' <<< @E | sh`: guard.Ask,
	"echo @E | dd bs=1 skip=3 2>/dev/null | sh": guard.Ask, `python3 -c 'import base64;print(base64.b64decode("@E").decode())' | sh`: guard.Ask,
	`python3 -c 'print("".join(chr(i) for i in [@E]))' | sh`: guard.Ask, `perl -e 'open F,">d6";print F @P' ; sh d6`: guard.Ask,
	`awk 'BEGIN{print @P > "f5"}'; sh f5`: guard.Ask, `python3 -c 'open("/tmp/zq4","w").write(@P)'; sh /tmp/zq4`: guard.Ask,
	`perl -e 'system(join "", map chr, @E)'`: guard.None, `python3 -c 'import subprocess as p,shlex;p.call(shlex.split("sh -c "+shlex.quote(@P)))'`: guard.None,
	// The variables may be set.
	"empty alternate": guard.None, "empty array": guard.None, "empty names": guard.None, "empty variable": guard.None,
	// Which file it is shows on the machine only.
	"root as proc": guard.Ask, "path by a symlink": guard.None, "? in the path": guard.None, "[] in the path": guard.None,
	"path with ?": guard.None, "path with []": guard.None, "root as pwd up": guard.None,
	// The arguments of a module are no shell text as a rule.
	"ansible all -m shell -a @Q": guard.None,
	// A container's directories are not told from the host's.
	"prefix docker run --rm -v /:/ alpine": guard.None,
}

// maySet are spellings with a variable in each word that may be set to anything: a twin in which
// every option may be another one can be refused.
var maySet = map[string]bool{"default value": true, "default if unset": true, "assigned before": true}

// A disaster stays one however it is spelled.
func TestNoSpellingHidesADisaster(t *testing.T) {
	begin := time.Now()
	var count verdicts
	var failed []string
	worst := map[string]int{}
	n := 0
	variants(disasters, 2000, func(s seed, d *draft) {
		n++
		text := d.String()
		_, res := staged(t, text, true)
		count.add(family(d), res.Verdict)
		want := s.verdict
		if d.asks {
			want = guard.Ask
		}
		for _, u := range d.used {
			if least, ok := gaps[u]; ok && guard.Worse(least, want) == want {
				want = least
			}
		}
		if guard.Worse(res.Verdict, want) == res.Verdict {
			return
		}
		for _, u := range d.used {
			worst[u+" "+res.Verdict.String()]++
		}
		failed = append(failed, fmt.Sprintf("%v, want %v, by %v of %q:\n%s\n%s", res.Verdict, want, d.used, s.text, text, describe(res)))
	})
	count.log(t)
	t.Logf("%d variants in %v", n, time.Since(begin))
	report(t, failed, worst)
	assert.Greater(t, n, 4000, "many variants are made")
}

// What does no harm does none however it is spelled.
func TestNoSpellingMakesADisaster(t *testing.T) {
	begin := time.Now()
	var count verdicts
	var failed []string
	worst := map[string]int{}
	suspect := map[string]bool{}
	for _, s := range spellings() {
		if s.suspect {
			suspect[s.name] = true
		}
	}
	n, asked := 0, 0
	variants(twins, 800, func(s seed, d *draft) {
		for _, u := range d.used {
			if suspect[u] {
				return
			}
		}
		n++
		text := d.String()
		_, res := staged(t, text, !s.clean)
		count.add(family(d), res.Verdict)
		if res.Verdict == guard.None {
			return
		}
		open := d.asks
		for _, u := range d.used {
			_, gap := gaps[u]
			open = open || gap
			if maySet[u] {
				return
			}
		}
		if open && res.Verdict == guard.Ask {
			asked++
			return
		}
		for _, u := range d.used {
			worst[u+" "+res.Verdict.String()]++
		}
		failed = append(failed, fmt.Sprintf("%v by %v of %q:\n%s\n%s", res.Verdict, d.used, s.text, text, describe(res)))
	})
	count.log(t)
	t.Logf("%d variants in %v, %d of them asked about because they cannot be known", n, time.Since(begin), asked)
	report(t, failed, worst)
	assert.Greater(t, n, 2000, "many variants are made")
}
