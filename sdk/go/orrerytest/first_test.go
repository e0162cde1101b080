package orrerytest_test

import (
	"testing"

	"github.com/orrery-dev/orrery/sdk/go/orrerytest"
)

func TestALostNodeLosesItsPods(t *testing.T) {
	cluster := orrerytest.NewCluster(t, orrerytest.Options{Nodes: 2})
	cluster.ApplyYAML(`{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: web, image: nginx}]}}`)
	running := orrerytest.Object{"status": orrerytest.Object{"phase": "Running"}}
	cluster.Until(orrerytest.Condition{Kind: "Pod", Name: "web", Matches: running})
	pod := cluster.Get(orrerytest.Ref{APIVersion: "v1", Kind: "Pod", Name: "web"})
	cluster.StopHeartbeats(pod["spec"].(orrerytest.Object)["nodeName"].(string))
	evicted := cluster.Until(orrerytest.Condition{Kind: "Event", Matches: orrerytest.Object{"reason": "TaintManagerEviction"}})
	if now := evicted.Now.Format("15:04:05"); now != "00:06:05" {
		t.Errorf("evicted at %s", now)
	}
}
