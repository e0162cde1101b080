package orrerytest

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

const (
	applyObject = `mutation ($input: ApplyObjectInput!) {
  applyObject(input: $input) { objects { json } errors { code message field } }
}`
	getObject = `query ($apiVersion: String!, $kind: String!, $namespace: String, $name: String!) {
  object(apiVersion: $apiVersion, kind: $kind, namespace: $namespace, name: $name) { json }
}`
	listObjects = `query ($apiVersion: String!, $kind: String!, $filter: ResourceFilter, $after: String) {
  objects(apiVersion: $apiVersion, kind: $kind, filter: $filter, first: 500, after: $after) {
    nodes { json } pageInfo { hasNextPage endCursor }
  }
}`
	deleteObject = `mutation ($input: DeleteObjectInput!) { deleteObject(input: $input) { errors { code message field } } }`
	listEvents   = `query ($filter: EventFilter, $after: String) {
  events(filter: $filter, first: 500, after: $after) {
    nodes { type reason message count firstTimestamp lastTimestamp involvedObject { kind namespace name } }
    pageInfo { hasNextPage endCursor }
  }
}`
	explainScheduling = `query ($input: ExplainSchedulingInput!) {
  explainScheduling(input: $input) {
    message feasibleCount evaluatedCount selectedNode { metadata { name } }
    nodes {
      node { metadata { name } } feasible total rank
      filters { plugin passed code reasons } scores { plugin raw normalized weight weighted }
    }
  }
}`
)

// Object is a Kubernetes object as JSON.
type Object = map[string]interface{}

// Ref names an object; Namespace is default where the kind has namespaces.
type Ref struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name"`
}

// Cluster is a cluster of a test. Its methods fail the test when the server refuses, in the words of the server; Query
// answers with the error.
type Cluster struct {
	Name string
	// Address is where the cluster is: its URL is that of the Kubernetes API, for any client.
	Address Address

	t testing.TB
}

// Kubeconfig is a kubeconfig of this cluster, for clientcmd.RESTConfigFromKubeConfig and the like.
func (c *Cluster) Kubeconfig() []byte {
	trust := Object{"server": c.Address.URL}
	if len(c.Address.CA) > 0 {
		trust["certificate-authority-data"] = base64.StdEncoding.EncodeToString(c.Address.CA)
	} else {
		trust["insecure-skip-tls-verify"] = true
	}
	user := Object{}
	if c.Address.Token != "" {
		user["token"] = c.Address.Token
	}
	context := Object{"cluster": c.Name, "user": "admin", "namespace": "default"}
	config, err := json.Marshal(Object{
		"apiVersion":      "v1",
		"kind":            "Config",
		"clusters":        []Object{{"name": c.Name, "cluster": trust}},
		"users":           []Object{{"name": "admin", "user": user}},
		"contexts":        []Object{{"name": c.Name, "context": context}},
		"current-context": c.Name,
	})
	c.must(err)
	return config
}

// KubeconfigFile writes the kubeconfig to a file of the test, for programs that want one.
func (c *Cluster) KubeconfigFile() string {
	c.t.Helper()
	file := filepath.Join(c.t.TempDir(), "kubeconfig")
	c.must(os.WriteFile(file, c.Kubeconfig(), 0o600))
	return file
}

// Query sends any operation of the cluster's GraphQL API and decodes its data into out.
func (c *Cluster) Query(query string, variables map[string]interface{}, out interface{}) error {
	return c.Address.ask(query, variables, out)
}

// Apply applies objects (typed ones of client-go too) as `kubectl apply --server-side --force-conflicts` does.
func (c *Cluster) Apply(objects ...interface{}) []Object {
	c.t.Helper()
	return c.apply("objects", objects)
}

// ApplyYAML applies documents in YAML.
func (c *Cluster) ApplyYAML(documents string) []Object {
	c.t.Helper()
	return c.apply("yaml", documents)
}

func (c *Cluster) apply(field string, what interface{}) []Object {
	c.t.Helper()
	var payload struct {
		Objects []struct {
			JSON Object `json:"json"`
		} `json:"objects"`
	}
	input := Object{field: what, "force": true, "fieldManager": "orrerytest"}
	c.must(c.Address.change(applyObject, "applyObject", input, &payload))
	objects := make([]Object, 0, len(payload.Objects))
	for _, each := range payload.Objects {
		objects = append(objects, each.JSON)
	}
	return objects
}

// Get answers with an object; nil if there is none.
func (c *Cluster) Get(ref Ref) Object {
	c.t.Helper()
	var data struct {
		Object *struct {
			JSON Object `json:"json"`
		} `json:"object"`
	}
	variables := Object{"apiVersion": ref.APIVersion, "kind": ref.Kind, "name": ref.Name}
	if ref.Namespace != "" {
		variables["namespace"] = ref.Namespace
	}
	err := c.Address.ask(getObject, variables, &data)
	var refused *RefusedError
	if errors.As(err, &refused) && refused.Code == "NOT_FOUND" {
		return nil
	}
	c.must(err)
	if data.Object == nil {
		return nil
	}
	return data.Object.JSON
}

// List answers with all objects of a kind that match a filter, whose fields GraphQL spells: labelSelector, namespace, ….
func (c *Cluster) List(apiVersion, kind string, filter Object) []Object {
	c.t.Helper()
	variables := Object{"apiVersion": apiVersion, "kind": kind, "filter": filter}
	objects := []Object{}
	c.everyPage(listObjects, "objects", variables, func(node json.RawMessage) error {
		var each struct {
			JSON Object `json:"json"`
		}
		err := json.Unmarshal(node, &each)
		objects = append(objects, each.JSON)
		return err
	})
	return objects
}

// Delete deletes an object.
func (c *Cluster) Delete(ref Ref) {
	c.t.Helper()
	c.must(c.Address.change(deleteObject, "deleteObject", ref, nil))
}

// Event is something that happened, in the words of the component that reported it.
type Event struct {
	Type           string `json:"type"`
	Reason         string `json:"reason"`
	Message        string `json:"message"`
	Count          int    `json:"count"`
	FirstTimestamp string `json:"firstTimestamp"`
	LastTimestamp  string `json:"lastTimestamp"`
	InvolvedObject Ref    `json:"involvedObject"`
}

// Events answers with all events that match a filter, whose fields GraphQL spells: reasons, type, ….
func (c *Cluster) Events(filter Object) []Event {
	c.t.Helper()
	events := []Event{}
	c.everyPage(listEvents, "events", Object{"filter": filter}, func(node json.RawMessage) error {
		var each Event
		err := json.Unmarshal(node, &each)
		events = append(events, each)
		return err
	})
	return events
}

// Explanation says why a pod is placed where it is, or would be.
type Explanation struct {
	Message        string `json:"message"`
	FeasibleCount  int    `json:"feasibleCount"`
	EvaluatedCount int    `json:"evaluatedCount"`
	SelectedNode   *Named `json:"selectedNode"`
	Nodes          []struct {
		Node     Named    `json:"node"`
		Feasible bool     `json:"feasible"`
		Total    *float64 `json:"total"`
		Rank     *int     `json:"rank"`
		Filters  []struct {
			Plugin  string   `json:"plugin"`
			Passed  bool     `json:"passed"`
			Code    string   `json:"code"`
			Reasons []string `json:"reasons"`
		} `json:"filters"`
		Scores []struct {
			Plugin     string   `json:"plugin"`
			Raw        *float64 `json:"raw"`
			Normalized *float64 `json:"normalized"`
			Weight     float64  `json:"weight"`
			Weighted   *float64 `json:"weighted"`
		} `json:"scores"`
	} `json:"nodes"`
}

// Named is an object of which the name is known.
type Named struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
}

// Explain explains the placement of a pod that exists.
func (c *Cluster) Explain(namespace, name string) Explanation {
	c.t.Helper()
	return c.explain(Object{"pod": Object{"namespace": namespace, "name": name}})
}

// ExplainObject explains where a pod would go that need not exist.
func (c *Cluster) ExplainObject(pod interface{}) Explanation {
	c.t.Helper()
	return c.explain(Object{"object": pod})
}

func (c *Cluster) explain(input Object) Explanation {
	c.t.Helper()
	var data struct {
		ExplainScheduling Explanation `json:"explainScheduling"`
	}
	c.must(c.Address.ask(explainScheduling, Object{"input": input}, &data))
	return data.ExplainScheduling
}

// everyPage reads a list page by page.
func (c *Cluster) everyPage(query, field string, variables Object, take func(node json.RawMessage) error) {
	c.t.Helper()
	for {
		var pages map[string]struct {
			Nodes    []json.RawMessage `json:"nodes"`
			PageInfo struct {
				HasNextPage bool    `json:"hasNextPage"`
				EndCursor   *string `json:"endCursor"`
			} `json:"pageInfo"`
		}
		c.must(c.Address.ask(query, variables, &pages))
		page := pages[field]
		for _, node := range page.Nodes {
			c.must(take(node))
		}
		if !page.PageInfo.HasNextPage {
			return
		}
		variables["after"] = page.PageInfo.EndCursor
	}
}

func (c *Cluster) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatalf("cluster %s: %v", c.Name, err)
	}
}
