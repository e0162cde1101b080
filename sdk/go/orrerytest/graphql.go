package orrerytest

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// RefusedError is a refusal in the words of the server.
type RefusedError struct {
	Message string
	// Code is the kind of refusal, such as NOT_FOUND; empty if the request itself was wrong.
	Code string
	// Field is the path of the field of the input that is wrong.
	Field []string
}

func (e *RefusedError) Error() string { return e.Message }

// Address is how a server, or one of its clusters, is reached.
type Address struct {
	// URL has no slash at its end.
	URL string
	// Token says who asks, to a server with users.
	Token string
	// CA is the certificate of the server's authority in PEM, if it is not a public one.
	CA []byte
}

// DefaultCluster answers at the root of its server.
const DefaultCluster = "default"

// An advance of a clock is answered when it is over.
const answerWithin = 10 * time.Minute

// The path of a cluster below that of its server.
var clusterPath = regexp.MustCompile(`/clusters/[^/]+$`)

// ofCluster is the address of a cluster of this server, which may be named by the address of another of its clusters.
func (a Address) ofCluster(name string) Address {
	if name != DefaultCluster {
		a.URL = clusterPath.ReplaceAllString(a.URL, "") + "/clusters/" + name
	}
	return a
}

type refusal struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Field   []string `json:"field"`
}

// ask sends an operation and decodes its data into out.
func (a Address) ask(query string, variables map[string]interface{}, out interface{}) error {
	var answer struct {
		Data   json.RawMessage `json:"data"`
		Errors []struct {
			Message    string `json:"message"`
			Extensions struct {
				Code string `json:"code"`
			} `json:"extensions"`
		} `json:"errors"`
	}
	text, err := a.post(map[string]interface{}{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	if json.Unmarshal(text, &answer) != nil || (answer.Data == nil && answer.Errors == nil) {
		return fmt.Errorf("%s answered no GraphQL: is it an Orrery server?", a.URL)
	}
	if len(answer.Errors) > 0 {
		messages := make([]string, 0, len(answer.Errors))
		for _, each := range answer.Errors {
			messages = append(messages, each.Message)
		}
		return &RefusedError{Message: strings.Join(messages, "\n"), Code: answer.Errors[0].Extensions.Code}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer.Data, out)
}

// change sends a mutation with an input and decodes its payload into out; a payload with errors is a RefusedError.
func (a Address) change(mutation string, field string, input interface{}, out interface{}) error {
	var payloads map[string]json.RawMessage
	if err := a.ask(mutation, map[string]interface{}{"input": input}, &payloads); err != nil {
		return err
	}
	var refused struct {
		Errors []refusal `json:"errors"`
	}
	if err := json.Unmarshal(payloads[field], &refused); err != nil {
		return err
	}
	if len(refused.Errors) > 0 {
		messages := make([]string, 0, len(refused.Errors))
		for _, each := range refused.Errors {
			messages = append(messages, each.Message)
		}
		first := refused.Errors[0]
		return &RefusedError{Message: strings.Join(messages, "\n"), Code: first.Code, Field: first.Field}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(payloads[field], out)
}

func (a Address) post(body interface{}) ([]byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, a.URL+"/graphql", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if a.Token != "" {
		request.Header.Set("Authorization", "Bearer "+a.Token)
	}
	client, err := a.client()
	if err != nil {
		return nil, err
	}
	defer client.CloseIdleConnections()
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("the server at %s cannot be reached: %w", a.URL, err)
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}

func (a Address) client() (*http.Client, error) {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment}
	if len(a.CA) > 0 {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(a.CA) {
			return nil, errors.New("the authority of the address is no certificate in PEM")
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	return &http.Client{Transport: transport, Timeout: answerWithin}, nil
}
