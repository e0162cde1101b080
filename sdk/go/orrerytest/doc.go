// Package orrerytest gives tests clusters of Orrery: a Kubernetes-style control plane whose clock and faults a test
// controls. It needs nothing but the standard library, and works with any version of client-go:
//
//	func TestEviction(t *testing.T) {
//		cluster := orrerytest.NewCluster(t, orrerytest.Options{Nodes: 2})
//		config, err := clientcmd.RESTConfigFromKubeConfig(cluster.Kubeconfig())
//		…
//		cluster.Until(orrerytest.Condition{Kind: "Pod", Name: "web", Matches: running})
//	}
//
// The server is that of $ORRERY_URL, which `orrery exec -- go test ./...` sets, else one that is started for the process
// of the tests: by $ORRERY_BIN, by orrery of the path, or by npx @orrery-dev/orrery. It stops with the process, however
// that ends. Of a server with users (`orrery exec --tls --authorization-mode RBAC -- go test ./...`) token and authority
// are those of $KUBECONFIG, if that is in JSON, as `orrery exec` writes it. Clusters are removed after the test, on a
// server that outlives the process also when the process is killed.
package orrerytest
