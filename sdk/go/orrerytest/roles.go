package orrerytest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

// The program of the tests is started again for what has to go on when the process of the tests is gone.
const (
	roleVariable = "ORRERYTEST_ROLE"
	// roleHold says where the server is, and holds it until its input ends.
	roleHold = "hold"
	// roleReap removes clusters when its input ends.
	roleReap = "reap"
)

const deleteCluster = `mutation ($input: DeleteClusterInput!) {
  deleteCluster(input: $input) { errors { code message field } }
}`

// A cluster that was asked for at the last moment may still come into being.
const (
	reapAttempts = 4
	reapPause    = 500 * time.Millisecond
)

func init() {
	role := os.Getenv(roleVariable)
	if role == "" {
		return
	}
	// Ctrl-C reaches all processes of a terminal; these end after that of the tests.
	signal.Ignore(os.Interrupt)
	var err error
	switch role {
	case roleHold:
		err = hold()
	case roleReap:
		err = reap()
	default:
		err = fmt.Errorf("%s: there is no role %q", roleVariable, role)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func hold() error {
	if err := json.NewEncoder(os.Stdout).Encode(environmentAddress()); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, os.Stdin)
	return err
}

// reap reads lines of JSON: the address of the server, then pairs of "add" or "remove" and a name.
func reap() error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() {
		return lines.Err()
	}
	var server Address
	if err := json.Unmarshal(lines.Bytes(), &server); err != nil {
		return err
	}
	clusters := map[string]bool{}
	for lines.Scan() {
		var pair [2]string
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			return err
		}
		clusters[pair[1]] = pair[0] == "add"
	}
	for name, isLeft := range clusters {
		for attempt := 1; isLeft && attempt <= reapAttempts; attempt++ {
			err := server.change(deleteCluster, "deleteCluster", map[string]string{"name": name}, nil)
			var refused *RefusedError
			if !errors.As(err, &refused) {
				// Removed; or the server is gone, and its clusters with it.
				break
			}
			time.Sleep(reapPause)
		}
	}
	return lines.Err()
}

// reaper is the side of the tests.
type reaper struct {
	input io.Writer
}

func startReaper(server Address) (*reaper, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.Command(self)
	command.Env = append(os.Environ(), roleVariable+"="+roleReap)
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err = command.Start(); err != nil {
		return nil, err
	}
	started := &reaper{input: input}
	started.send(server)
	return started, nil
}

func (r *reaper) tell(what, name string) { r.send([2]string{what, name}) }

// Without it tests go on, and remove their clusters themselves.
func (r *reaper) send(line interface{}) { _ = json.NewEncoder(r.input).Encode(line) }
