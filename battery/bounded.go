package battery

import "sync"

// bounded keeps the beginning of what is written to it and takes the rest in without a word, so that a guard
// that floods its output does not stop at a full pipe. It may be read while a child still writes.
type bounded struct {
	mu   sync.Mutex
	kept []byte
}

func (b *bounded) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if room := maxOutput - len(b.kept); room > 0 {
		b.kept = append(b.kept, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func (b *bounded) take() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept
}
