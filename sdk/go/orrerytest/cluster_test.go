package orrerytest_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/orrery-dev/orrery/sdk/go/orrerytest"
)

type object = orrerytest.Object

func pod(name string) object {
	return object{
		"apiVersion": "v1", "kind": "Pod", "metadata": object{"name": name},
		"spec": object{"containers": []object{{"name": "web", "image": "nginx"}}},
	}
}

var running = object{"status": object{"phase": "Running"}}

// recorder is a test whose failure is looked at.
type recorder struct {
	testing.TB
	said string
}

type stopped struct{}

func (r *recorder) Fatalf(format string, args ...interface{}) {
	r.said = fmt.Sprintf(format, args...)
	panic(stopped{})
}

func (r *recorder) Fatal(args ...interface{}) { r.Fatalf("%s", fmt.Sprint(args...)) }

// failure is what a test that does this fails with.
func failure(t *testing.T, do func(t testing.TB)) string {
	t.Helper()
	record := &recorder{TB: t}
	func() {
		defer func() {
			if reason := recover(); reason != nil && reason != (stopped{}) {
				panic(reason)
			}
		}()
		do(record)
	}()
	return record.said
}

func TestObjectsAreAppliedListedAndDeleted(t *testing.T) {
	t.Parallel()
	cluster := orrerytest.NewCluster(t, orrerytest.Options{Nodes: 1})
	applied := cluster.Apply(pod("a"), pod("b"))
	if len(applied) != 2 || applied[1]["metadata"].(object)["namespace"] != "default" {
		t.Fatalf("applied %v", applied)
	}
	if pods := cluster.List("v1", "Pod", object{"names": []string{"b"}}); len(pods) != 1 {
		t.Errorf("listed %v", pods)
	}
	config := orrerytest.Ref{APIVersion: "v1", Kind: "ConfigMap", Name: "c"}
	cluster.Apply(object{"apiVersion": "v1", "kind": "ConfigMap", "metadata": object{"name": "c"}})
	cluster.Delete(config)
	if found := cluster.Get(config); found != nil {
		t.Errorf("found %v", found)
	}
	var refused *orrerytest.RefusedError
	if err := cluster.Query("query { nonsense }", nil, nil); !errors.As(err, &refused) {
		t.Errorf("answered with %v", err)
	}
	said := failure(t, func(t testing.TB) {
		orrerytest.Start(t).Attach(t, cluster.Name).Apply(object{"apiVersion": "v1", "kind": "ConfigMap", "metadata": object{"name": "A_"}})
	})
	if !strings.Contains(said, "metadata.name") {
		t.Errorf("said %q", said)
	}
}

func TestTimePassesWhenItIsToldTo(t *testing.T) {
	t.Parallel()
	cluster := orrerytest.NewCluster(t, orrerytest.Options{Nodes: 2, Zones: 2, StartAt: "2030-01-01T00:00:00Z"})
	begin := cluster.Clock().Now
	if now := cluster.Advance(90 * time.Second).Now; now.Sub(begin) != 90*time.Second || now.Year() != 2030 {
		t.Errorf("came to %s", now)
	}
	if settled := cluster.Settle(); settled.EndedBy != "IDLE" {
		t.Errorf("settled by %s", settled.EndedBy)
	}
	none := 0
	cluster.Until(orrerytest.Condition{Kind: "Pod", Count: &none})
	cluster.Apply(pod("web"))
	cluster.Until(orrerytest.Condition{Kind: "Pod", Name: "web", Matches: running}, orrerytest.Condition{Kind: "Node", Name: "node-1"})
	said := failure(t, func(t testing.TB) {
		attached := orrerytest.Start(t).Attach(t, cluster.Name)
		attached.UntilWithin(2*time.Minute, orrerytest.Condition{Kind: "Pod", Name: "missing"})
	})
	if !strings.Contains(said, `not within 2m0s: [{"kind":"Pod","name":"missing"}]`) {
		t.Errorf("said %q", said)
	}
}

func TestAClockThatRunsIsWaitedFor(t *testing.T) {
	t.Parallel()
	cluster := orrerytest.NewCluster(t, orrerytest.Options{Nodes: 1, Clock: "60x", Seed: "other", Bundle: "k8s-1.20"})
	cluster.Apply(pod("web"))
	cluster.Until(orrerytest.Condition{Kind: "Pod", Name: "web", Matches: running})
	// Events are written after everything else, so a pod may run before its event is there.
	cluster.Until(orrerytest.Condition{Kind: "Event", Matches: object{"reason": "Scheduled"}})
	if events := cluster.Events(object{"reasons": []string{"Scheduled"}}); len(events) != 1 || events[0].InvolvedObject.Name != "web" {
		t.Errorf("events %v", events)
	}
}

func TestFaultsComeAndGo(t *testing.T) {
	t.Parallel()
	cluster := orrerytest.NewCluster(t, orrerytest.Options{})
	fault := orrerytest.Fault{Kind: "DISK_FILL", Amount: "99%", For: "5m", NodeChoice: orrerytest.NodeChoice{Nodes: []string{"node-1"}}}
	if nodes := cluster.Inject(fault); len(nodes) != 1 {
		t.Errorf("struck %v", nodes)
	}
	cluster.Crash("node-2", 10*time.Minute)
	cluster.ClearFaults("node-1")
	if left := cluster.Faults(); len(left) != 1 || left[0].NodeName != "node-2" || !left[0].IsInForce {
		t.Errorf("left %v", left)
	}
	cluster.ClearFaults()
	if left := cluster.Faults(); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

func TestAPlacementIsExplained(t *testing.T) {
	t.Parallel()
	cluster := orrerytest.NewCluster(t, orrerytest.Options{})
	huge := pod("huge")
	requests := object{"requests": object{"cpu": "512"}}
	huge["spec"] = object{"containers": []object{{"name": "c", "image": "i", "resources": requests}}}
	// New nodes are ready a moment later.
	cluster.Settle()
	why := cluster.ExplainObject(huge)
	if why.FeasibleCount != 0 || why.EvaluatedCount != 3 || !strings.Contains(why.Message, "Insufficient cpu") {
		t.Errorf("explained %+v", why)
	}
	cluster.Apply(pod("web"))
	cluster.Until(orrerytest.Condition{Kind: "Pod", Name: "web", Matches: running})
	if why := cluster.Explain("default", "web"); len(why.Nodes) != 3 || len(why.Nodes[0].Filters) == 0 {
		t.Errorf("explained %+v", why)
	}
}

func TestClientsFindTheCluster(t *testing.T) {
	t.Parallel()
	cluster := orrerytest.NewCluster(t, orrerytest.Options{Name: "named", Nodes: -1})
	text, err := os.ReadFile(cluster.KubeconfigFile())
	if err != nil || !strings.Contains(string(text), cluster.Address.URL) || string(text) != string(cluster.Kubeconfig()) {
		t.Errorf("kubeconfig %s, %v", text, err)
	}
	response, err := http.Get(cluster.Address.URL + "/api/v1/nodes")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	nodes, err := io.ReadAll(response.Body)
	if err != nil || !strings.Contains(string(nodes), `"items":[]`) {
		t.Errorf("nodes %s, %v", nodes, err)
	}
	// A server may be named by the address of one of its clusters.
	beside := orrerytest.Connect(cluster.Address).NewCluster(t, orrerytest.Options{Nodes: -1, Clock: "auto:200x"})
	if clock := beside.Clock(); clock.Mode != "AUTO" || clock.Rate != 200 {
		t.Errorf("clock %+v", clock)
	}
	said := failure(t, func(t testing.TB) { orrerytest.NewCluster(t, orrerytest.Options{Name: "named"}) })
	if !strings.Contains(said, "named") {
		t.Errorf("said %q", said)
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	t.Parallel()
	cases := map[string]func(t testing.TB){
		"sundial":           func(t testing.TB) { orrerytest.NewCluster(t, orrerytest.Options{Clock: "sundial"}) },
		"cannot be reached": func(t testing.TB) { away(t, "http://127.0.0.1:1") },
		"no GraphQL":        func(t testing.TB) { away(t, orrerytest.Start(t).Address.URL+"/readyz") },
	}
	for words, do := range cases {
		if said := failure(t, do); !strings.Contains(said, words) {
			t.Errorf("said %q, not %q", said, words)
		}
	}
}

func away(t testing.TB, url string) {
	orrerytest.Connect(orrerytest.Address{URL: url + "/"}).Attach(t, orrerytest.DefaultCluster).Clock()
}

// holdsVariable makes this program hold a cluster of the server that it names until it is killed.
const holdsVariable = "ORRERYTEST_HOLDS_CLUSTER"

func TestAClusterOfAKilledProcessIsRemoved(t *testing.T) {
	if url := os.Getenv(holdsVariable); url != "" {
		cluster := orrerytest.Connect(orrerytest.Address{URL: url}).NewCluster(t, orrerytest.Options{Nodes: -1})
		fmt.Println("made", cluster.Name)
		select {}
	}
	t.Parallel()
	server := orrerytest.Start(t)
	child := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	child.Env = append(os.Environ(), holdsVariable+"="+server.Address.URL)
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err = child.Start(); err != nil {
		t.Fatal(err)
	}
	var name string
	if _, err = fmt.Fscanf(output, "made %s\n", &name); err != nil {
		t.Fatal(err)
	}
	if names := clusters(t, server); !strings.Contains(names, name) {
		t.Errorf("clusters %s", names)
	}
	if err = child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	for deadline := time.Now().Add(time.Minute); strings.Contains(clusters(t, server), name); {
		if time.Now().After(deadline) {
			t.Fatal("the cluster is still there")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// What the collector does to files that are not kept must not end a server.
func TestTheServerStaysWhenGarbageIsCollected(t *testing.T) {
	t.Parallel()
	server := orrerytest.Start(t)
	for i := 0; i < 200; i++ {
		runtime.GC()
		clusters(t, server)
	}
}

func clusters(t *testing.T, server *orrerytest.Server) string {
	var data interface{}
	if err := server.Attach(t, orrerytest.DefaultCluster).Query("query { clusters { name } }", nil, &data); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(data)
}

func TestAServerIsStartedForAProcess(t *testing.T) {
	if os.Getenv("ORRERY_URL") == "" {
		t.Skip("this process has started its server itself")
	}
	t.Parallel()
	child := func(variables ...string) string {
		command := exec.Command(os.Args[0], "-test.run", "^(TestALostNodeLosesItsPods|TestTheServerStaysWhenGarbageIsCollected)$", "-test.v")
		command.Env = append(append(os.Environ(), "ORRERY_URL="), variables...)
		output, _ := command.CombinedOutput()
		return string(output)
	}
	// With users, of whom the tests are one, and an authority that only the kubeconfig of the server names.
	if said := child("ORRERY_TLS=true", "ORRERY_AUTHORIZATION_MODE=RBAC"); strings.Count(said, "--- PASS: ") != 2 {
		t.Errorf("said %s", said)
	}
	if said := child("ORRERY_BIN=/nonexistent/orrery"); !strings.Contains(said, "orrery did not start: fork/exec /nonexistent/orrery") {
		t.Errorf("said %s", said)
	}
	said := child("ORRERY_BIN=" + os.Getenv("ORRERY_BIN") + " nonsense")
	if !strings.Contains(said, "nonsense") || !strings.Contains(said, "did not start") {
		t.Errorf("said %s", said)
	}
}
