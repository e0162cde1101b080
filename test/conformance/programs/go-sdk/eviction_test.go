// Package gosdk is a test of a user of the package orrerytest, with the client-go of the tree that it is built in.
package gosdk

import (
	"context"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/orrery-dev/orrery/sdk/go/orrerytest"
)

func TestALostNodeLosesItsPods(t *testing.T) {
	cluster := orrerytest.NewCluster(t, orrerytest.Options{Nodes: 2})
	config, err := clientcmd.RESTConfigFromKubeConfig(cluster.Kubeconfig())
	if err != nil {
		t.Fatal(err)
	}
	pods := kubernetes.NewForConfigOrDie(config).CoreV1().Pods("default")
	spec := v1.PodSpec{Containers: []v1.Container{{Name: "web", Image: "nginx"}}}
	created, err := pods.Create(context.TODO(), &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}, Spec: spec}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	cluster.Until(orrerytest.Condition{Kind: "Pod", Name: "web", Matches: orrerytest.Object{"status": orrerytest.Object{"phase": "Running"}}})
	running, err := pods.Get(context.TODO(), created.Name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	cluster.StopHeartbeats(running.Spec.NodeName)
	evicted := cluster.Until(orrerytest.Condition{Kind: "Event", Matches: orrerytest.Object{"reason": "TaintManagerEviction"}})
	if now := evicted.Now.Format("15:04:05"); now != "00:06:05" {
		t.Errorf("evicted at %s", now)
	}
	// Objects of client-go are applied as they are.
	typed := &v1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}, ObjectMeta: metav1.ObjectMeta{Name: "typed"}}
	if applied := cluster.Apply(typed); len(applied) != 1 {
		t.Errorf("applied %v", applied)
	}
}
