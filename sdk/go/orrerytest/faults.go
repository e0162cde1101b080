package orrerytest

import "time"

const (
	injectFault = `mutation ($input: InjectFaultInput!) { injectFault(input: $input) { nodes errors { code message field } } }`
	clearFaults = `mutation ($input: ClearFaultsInput!) { clearFaults(input: $input) { nodes errors { code message field } } }`
	crashNode   = `mutation ($input: CrashNodeInput!) { crashNode(input: $input) { nodes errors { code message field } } }`
	listFaults  = `query { faults { kind nodeName isInForce } }`
)

// NodeChoice says which nodes: by name, by zone, or by a label selector; with Share, a part of them that the seed draws.
type NodeChoice struct {
	Nodes        []string `json:"nodes,omitempty"`
	Zone         string   `json:"zone,omitempty"`
	NodeSelector string   `json:"nodeSelector,omitempty"`
	Share        float64  `json:"share,omitempty"`
}

// Fault is a fault to inject. Durations are texts such as 90s and 5m, in cluster time.
type Fault struct {
	NodeChoice
	// Kind is such as HEARTBEATS_STOPPED, DISK_FILL, POWER_OFF.
	Kind string `json:"kind"`
	// For is how long it lasts; until it is cleared if empty.
	For string `json:"for,omitempty"`
	// After is the delay until it begins.
	After   string  `json:"after,omitempty"`
	Amount  string  `json:"amount,omitempty"`
	Factor  float64 `json:"factor,omitempty"`
	Latency string  `json:"latency,omitempty"`
}

// ActiveFault is a fault that is in force or planned.
type ActiveFault struct {
	Kind      string `json:"kind"`
	NodeName  string `json:"nodeName"`
	IsInForce bool   `json:"isInForce"`
}

type struck struct {
	Nodes []string `json:"nodes"`
}

// Inject injects a fault and answers with the nodes that it struck.
func (c *Cluster) Inject(fault Fault) []string {
	c.t.Helper()
	var payload struck
	c.must(c.Address.change(injectFault, "injectFault", fault, &payload))
	return payload.Nodes
}

// StopHeartbeats stops the kubelets of nodes: no heartbeats, no work; their containers go on.
func (c *Cluster) StopHeartbeats(nodes ...string) []string {
	c.t.Helper()
	return c.Inject(Fault{Kind: "HEARTBEATS_STOPPED", NodeChoice: NodeChoice{Nodes: nodes}})
}

// Crash switches the machine of a node off, for so long, or until the fault is cleared if that is 0.
func (c *Cluster) Crash(node string, rebootAfter time.Duration) {
	c.t.Helper()
	input := Object{"name": node}
	if rebootAfter > 0 {
		input["rebootAfter"] = rebootAfter.String()
	}
	c.must(c.Address.change(crashNode, "crashNode", input, nil))
}

// Faults answers with the faults that are in force or planned.
func (c *Cluster) Faults() []ActiveFault {
	c.t.Helper()
	var data struct {
		Faults []ActiveFault `json:"faults"`
	}
	c.must(c.Address.ask(listFaults, nil, &data))
	return data.Faults
}

// ClearFaults ends the faults of nodes; of all of them if none are chosen.
func (c *Cluster) ClearFaults(nodes ...string) {
	c.t.Helper()
	c.must(c.Address.change(clearFaults, "clearFaults", NodeChoice{Nodes: nodes}, nil))
}
