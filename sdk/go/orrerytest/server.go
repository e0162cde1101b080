package orrerytest

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const createCluster = `mutation ($input: CreateClusterInput!) {
  createCluster(input: $input) { errors { code message field } }
}`

// Server is a server with any number of clusters.
type Server struct {
	// Address is where it is.
	Address Address

	// holder ends the server when it is closed. It is kept: a file that the collector finds is closed.
	holder io.Closer
	lock   sync.Mutex
	reaper *reaper
}

var shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Start answers with the server of this process: that of $ORRERY_URL, with token and authority of the kubeconfig that
// `orrery exec` sets beside it, else one that is started the first time and stops with the process, however that ends. It
// fails the test if there is none, with what the server said.
func Start(t testing.TB) *Server {
	t.Helper()
	shared.once.Do(func() {
		if os.Getenv("ORRERY_URL") != "" {
			shared.server = Connect(environmentAddress())
			return
		}
		shared.server, shared.err = launch()
	})
	if shared.err != nil {
		t.Fatalf("orrery did not start: %v", shared.err)
	}
	return shared.server
}

// Connect uses a server that runs already.
func Connect(address Address) *Server {
	address.URL = strings.TrimRight(address.URL, "/")
	return &Server{Address: address}
}

// Options say how a cluster is made; what is left out is as the comments say.
type Options struct {
	// Name has lower case letters, digits, "-" and "."; one that no other cluster has.
	Name string
	// Nodes is the number of simulated nodes; 3, and none for a negative number.
	Nodes int
	// Zones that the nodes are spread over; 1.
	Zones int
	// Seed of all random choices; orrery.
	Seed string
	// Clock is manual, real, auto (goes to the next event by itself; auto:200x at most so fast), or a rate such as 60x; manual.
	Clock string
	// StartAt is the time at which the cluster begins, in RFC 3339; the server's choice.
	StartAt string
	// Bundle is the release that the cluster behaves as: okd-legacy, k8s-1.20, modern or k8s-1.36; modern.
	Bundle string
	// Settings are further ones, as createCluster of GraphQL takes them.
	Settings map[string]interface{}
}

// NewCluster makes a cluster on the server of this process (see Start) and removes it after the test.
func NewCluster(t testing.TB, options Options) *Cluster {
	t.Helper()
	return Start(t).NewCluster(t, options)
}

// NewCluster makes a cluster that has nothing in common with others but the server, and removes it after the test.
func (s *Server) NewCluster(t testing.TB, options Options) *Cluster {
	t.Helper()
	input, err := options.input()
	if err != nil {
		t.Fatal(err)
	}
	name := input["name"].(string)
	// Before there is a cluster: this process may be killed while the server makes it. A name that was given may be that
	// of another one's cluster, as long as the server has not said that it is ours.
	if options.Name == "" {
		s.tidy(t, "add", name)
	}
	if err := s.Address.change(createCluster, "createCluster", input, nil); err != nil {
		t.Fatalf("the cluster %s could not be made: %v", name, err)
	}
	s.tidy(t, "add", name)
	t.Cleanup(func() {
		if err := s.Address.change(deleteCluster, "deleteCluster", map[string]string{"name": name}, nil); err != nil {
			t.Errorf("the cluster %s could not be removed: %v", name, err)
			return
		}
		s.tidy(t, "remove", name)
	})
	return s.attach(t, name)
}

// Attach uses a cluster that exists; DefaultCluster is the one at the root of the server. It is not removed.
func (s *Server) Attach(t testing.TB, name string) *Cluster {
	return s.attach(t, name)
}

func (s *Server) attach(t testing.TB, name string) *Cluster {
	return &Cluster{Name: name, Address: s.Address.ofCluster(name), t: t}
}

func (s *Server) tidy(t testing.TB, what, name string) {
	t.Helper()
	// A server of this process ends with it, and its clusters with the server.
	if s.holder != nil {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.reaper == nil {
		started, err := startReaper(s.Address)
		if err != nil {
			t.Fatalf("nothing would remove the clusters of a killed test: %v", err)
		}
		s.reaper = started
	}
	s.reaper.tell(what, name)
}

func (o Options) input() (map[string]interface{}, error) {
	clock, err := clockInput(o.Clock)
	if err != nil {
		return nil, err
	}
	if o.StartAt != "" {
		clock["startAt"] = o.StartAt
	}
	name, err := o.name()
	if err != nil {
		return nil, err
	}
	input := map[string]interface{}{
		"name": name, "nodes": count(o.Nodes, 3), "zones": count(o.Zones, 1), "seed": text(o.Seed, "orrery"), "clock": clock,
	}
	settings := map[string]interface{}{}
	for key, value := range o.Settings {
		settings[key] = value
	}
	if o.Bundle != "" {
		settings["bundle"] = o.Bundle
	}
	if len(settings) > 0 {
		input["settings"] = settings
	}
	return input, nil
}

func (o Options) name() (string, error) {
	if o.Name != "" {
		return o.Name, nil
	}
	random := make([]byte, 6)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	return "test-" + hex.EncodeToString(random), nil
}

func count(given, preset int) int {
	switch {
	case given < 0:
		return 0
	case given == 0:
		return preset
	}
	return given
}

func text(given, preset string) string {
	if given == "" {
		return preset
	}
	return given
}

func clockInput(clock string) (map[string]interface{}, error) {
	switch clock {
	case "", "manual":
		return map[string]interface{}{"mode": "MANUAL"}, nil
	case "real":
		return map[string]interface{}{"mode": "REALTIME"}, nil
	case "auto":
		return map[string]interface{}{"mode": "AUTO"}, nil
	}
	mode, factor := "SCALED", strings.TrimPrefix(clock, "auto:")
	if factor != clock {
		mode = "AUTO"
	}
	rate, err := strconv.ParseFloat(strings.TrimSuffix(factor, "x"), 64)
	if err != nil || !strings.HasSuffix(factor, "x") || rate <= 0 {
		return nil, fmt.Errorf("the clock %q does not exist: give real, manual, auto or a rate such as 60x", clock)
	}
	return map[string]interface{}{"mode": mode, "rate": rate}, nil
}

// launch starts a server by `orrery exec`, which runs this very program in the role that holds it: when this process
// ends, so does its end of the pipe, then the program that holds the server, then the server.
func launch() (*Server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	words := append(commandLine(), "exec", "--nodes", "0", "--", self)
	command := exec.Command(words[0], words[1:]...)
	command.Env = append(os.Environ(), roleVariable+"="+roleHold)
	said, err := os.CreateTemp("", "orrery-*.log")
	if err != nil {
		return nil, err
	}
	defer os.Remove(said.Name())
	defer said.Close()
	command.Stderr = said
	holder, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err = command.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err == nil {
		var found Address
		err = json.Unmarshal([]byte(line), &found)
		return &Server{Address: found, holder: holder}, err
	}
	ended := command.Wait()
	if _, err = said.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	reason, err := io.ReadAll(said)
	if err != nil {
		return nil, err
	}
	if reason = bytes.TrimSpace(reason); len(reason) == 0 {
		reason = []byte(fmt.Sprint(ended))
	}
	return nil, errors.New(string(reason))
}

// commandLine is the command of Orrery.
func commandLine() []string {
	if given := strings.Fields(os.Getenv("ORRERY_BIN")); len(given) > 0 {
		return given
	}
	if path, err := exec.LookPath("orrery"); err == nil {
		return []string{path}
	}
	return []string{"npx", "--yes", "@orrery-dev/orrery"}
}
