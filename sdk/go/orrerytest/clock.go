package orrerytest

import (
	"encoding/json"
	"time"
)

const (
	readClock    = `query { clock { mode rate now nextEventAt } }`
	advanceClock = `mutation ($input: AdvanceClockInput!) {
  advanceClock(input: $input) { clock { now } endedBy events errors { code message field } }
}`
	lookAtClock = `query ($conditions: [ClockConditionInput!]!) { clock { now } conditionsMet(conditions: $conditions) }`
)

// Between two looks at a cluster whose clock runs by itself.
const lookEvery = 50 * time.Millisecond

// Limit is the cluster time within which Until expects its conditions to hold.
const Limit = time.Hour

// Condition describes objects that a cluster is to have: at least one, or Count, that match.
type Condition struct {
	Kind          string `json:"kind"`
	APIVersion    string `json:"apiVersion,omitempty"`
	Namespace     string `json:"namespace,omitempty"`
	Name          string `json:"name,omitempty"`
	LabelSelector string `json:"labelSelector,omitempty"`
	// Matches is a part of the object: an object matches that has at least these fields.
	Matches Object `json:"matches,omitempty"`
	Count   *int   `json:"count,omitempty"`
}

// Clock is the clock of a cluster.
type Clock struct {
	// Mode is MANUAL, SCALED, REALTIME or AUTO.
	Mode        string     `json:"mode"`
	Rate        float64    `json:"rate"`
	Now         time.Time  `json:"now"`
	NextEventAt *time.Time `json:"nextEventAt"`
}

// Advance is how far time came.
type Advance struct {
	// Now is the cluster time after it.
	Now time.Time
	// EndedBy is TIME, CONDITION or IDLE.
	EndedBy string
	// Events is the number of instants at which events were due.
	Events int
}

// Clock answers with the clock of the cluster.
func (c *Cluster) Clock() Clock {
	c.t.Helper()
	var data struct {
		Clock Clock `json:"clock"`
	}
	c.must(c.Address.ask(readClock, nil, &data))
	return data.Clock
}

// Advance lets so much cluster time pass; the clock must be manual.
func (c *Cluster) Advance(by time.Duration) Advance {
	c.t.Helper()
	return c.advance(Object{"by": by.String()})
}

// Settle lets time pass until nothing but heartbeats happens.
func (c *Cluster) Settle() Advance {
	c.t.Helper()
	return c.advance(Object{"untilIdle": true})
}

// Until waits until all conditions hold, within Limit. A manual clock is advanced to the very instant at which they do;
// otherwise time passes by itself.
func (c *Cluster) Until(conditions ...Condition) Advance {
	c.t.Helper()
	return c.UntilWithin(Limit, conditions...)
}

// UntilWithin is Until with a limit of its own, in cluster time.
func (c *Cluster) UntilWithin(limit time.Duration, conditions ...Condition) Advance {
	c.t.Helper()
	var reached Advance
	if c.Clock().Mode == "MANUAL" {
		reached = c.advance(Object{"until": conditions, "by": limit.String()})
	} else {
		reached = c.watch(limit, conditions)
	}
	if reached.EndedBy != "CONDITION" {
		described, err := json.Marshal(conditions)
		c.must(err)
		c.t.Fatalf("cluster %s: not within %s: %s", c.Name, limit, described)
	}
	return reached
}

func (c *Cluster) advance(input Object) Advance {
	c.t.Helper()
	var payload struct {
		Clock   Clock  `json:"clock"`
		EndedBy string `json:"endedBy"`
		Events  int    `json:"events"`
	}
	c.must(c.Address.change(advanceClock, "advanceClock", input, &payload))
	return Advance{Now: payload.Clock.Now, EndedBy: payload.EndedBy, Events: payload.Events}
}

func (c *Cluster) watch(limit time.Duration, conditions []Condition) Advance {
	c.t.Helper()
	end := c.Clock().Now.Add(limit)
	for {
		var seen struct {
			Clock         Clock `json:"clock"`
			ConditionsMet bool  `json:"conditionsMet"`
		}
		c.must(c.Address.ask(lookAtClock, Object{"conditions": conditions}, &seen))
		switch {
		case seen.ConditionsMet:
			return Advance{Now: seen.Clock.Now, EndedBy: "CONDITION"}
		case !seen.Clock.Now.Before(end):
			return Advance{Now: seen.Clock.Now, EndedBy: "TIME"}
		}
		time.Sleep(lookEvery)
	}
}
