package program

// OperandRole returns the role of an operand by the row's Args grammar, '-' when it has none.
func (p *Parsed) OperandRole(i int) byte {
	if p.Spec == nil {
		return '-'
	}
	return operandRole(p.Spec.Args, i, len(p.Operands))
}
