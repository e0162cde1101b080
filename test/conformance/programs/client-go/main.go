// A program with client-go as controllers have it: informers, leader election, protobuf, retries, streams. It prints a
// line for each part that went as it should, and ends with 1 at the first that did not.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1beta1 "k8s.io/api/policy/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/pager"
	"k8s.io/client-go/tools/portforward"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/tools/remotecommand"
	watchtools "k8s.io/client-go/tools/watch"
	"k8s.io/client-go/transport/spdy"
	"k8s.io/client-go/util/retry"
)

const (
	namespace = "default"
	limit     = 4 * time.Minute
	protobuf  = "application/vnd.kubernetes.protobuf"
)

var ctx = context.Background()

func must(err error, what string) {
	if err != nil {
		fmt.Printf("failed: %s: %v\n", what, err)
		os.Exit(1)
	}
}

func holds(ok bool, what string, values ...interface{}) {
	if !ok {
		fmt.Println(append([]interface{}{"failed:", what}, values...)...)
		os.Exit(1)
	}
}

func eventually(what string, ok func() bool) {
	must(wait.PollImmediate(50*time.Millisecond, limit, func() (bool, error) { return ok(), nil }), what)
}

func main() {
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(
		clientcmd.NewDefaultClientConfigLoadingRules(), &clientcmd.ConfigOverrides{}).ClientConfig()
	must(err, "kubeconfig")
	typed := rest.CopyConfig(config)
	typed.ContentType = protobuf
	typed.AcceptContentTypes = protobuf + ",application/json"
	clients, err := kubernetes.NewForConfig(typed)
	must(err, "clients")
	elections(clients)
	informed(clients)
	conflicts(clients)
	applied(clients)
	paged(clients)
	budgets(clients)
	streams(config, clients)
	recorded(clients)
	custom(config)
}

// Two candidates: the second leads when the first lets go.
func elections(clients kubernetes.Interface) {
	led := make(chan string, 2)
	candidate := func(identity string) context.CancelFunc {
		own, cancel := context.WithCancel(ctx)
		lock := &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: "client-go", Namespace: namespace},
			Client:     clients.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
		}
		go leaderelection.RunOrDie(own, leaderelection.LeaderElectionConfig{
			Lock: lock, ReleaseOnCancel: true,
			LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 200 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { led <- identity },
				OnStoppedLeading: func() {},
			},
		})
		return cancel
	}
	leave := candidate("first")
	holds(<-led == "first", "the first candidate leads")
	leaveSecond := candidate("second")
	leave()
	holds(<-led == "second", "the second candidate leads after the first")
	leaveSecond()
	fmt.Println("leader election")
}

func deployment(name string, replicas int32) *appsv1.Deployment {
	grace := int64(1)
	match := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Selector: &metav1.LabelSelector{MatchLabels: match},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: match},
				Spec: corev1.PodSpec{
					TerminationGracePeriodSeconds: &grace,
					Containers:                    []corev1.Container{{Name: "c", Image: "nginx", Ports: []corev1.ContainerPort{{ContainerPort: 80}}}},
				},
			},
		},
	}
}

// What informers know is what the server has, also after deletions.
func informed(clients kubernetes.Interface) {
	stop := make(chan struct{})
	defer close(stop)
	factory := informers.NewSharedInformerFactoryWithOptions(clients, 0, informers.WithNamespace(namespace))
	pods := factory.Core().V1().Pods()
	deployments := factory.Apps().V1().Deployments()
	deleted := make(chan string, 10)
	pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(object interface{}) {
			if pod, ok := object.(*corev1.Pod); ok {
				deleted <- pod.Name
			}
		},
	})
	deployments.Informer()
	factory.Start(stop)
	for kind, synced := range factory.WaitForCacheSync(stop) {
		holds(synced, "synced", kind)
	}
	_, err := clients.AppsV1().Deployments(namespace).Create(ctx, deployment("web", 3), metav1.CreateOptions{})
	must(err, "create deployment")
	match := labels.SelectorFromSet(labels.Set{"app": "web"})
	eventually("three pods run", func() bool {
		listed, err := pods.Lister().Pods(namespace).List(match)
		must(err, "list")
		running := 0
		for _, pod := range listed {
			if pod.Status.Phase == corev1.PodRunning {
				running++
			}
		}
		known, err := deployments.Lister().Deployments(namespace).Get("web")
		return running == 3 && err == nil && known.Status.AvailableReplicas == 3
	})
	patch := []byte(`{"spec":{"replicas":1}}`)
	_, err = clients.AppsV1().Deployments(namespace).Patch(ctx, "web", types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	must(err, "patch")
	eventually("two pods are gone", func() bool { return len(deleted) == 2 })
	fmt.Println("informers")
}

func conflicts(clients kubernetes.Interface) {
	maps := clients.CoreV1().ConfigMaps(namespace)
	_, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "counter"}}, metav1.CreateOptions{})
	must(err, "create")
	done := make(chan error, 5)
	backoff := wait.Backoff{Steps: 50, Duration: 5 * time.Millisecond, Factor: 1.2, Jitter: 0.5}
	for writer := 0; writer < 5; writer++ {
		key := fmt.Sprintf("writer-%d", writer)
		go func() {
			done <- retry.RetryOnConflict(backoff, func() error {
				current, err := maps.Get(ctx, "counter", metav1.GetOptions{})
				if err != nil {
					return err
				}
				if current.Data == nil {
					current.Data = map[string]string{}
				}
				current.Data[key] = "done"
				_, err = maps.Update(ctx, current, metav1.UpdateOptions{})
				return err
			})
		}()
	}
	for writer := 0; writer < 5; writer++ {
		must(<-done, "update with retries")
	}
	final, err := maps.Get(ctx, "counter", metav1.GetOptions{})
	must(err, "get")
	holds(len(final.Data) == 5, "every write is kept", final.Data)
	_, err = maps.Create(ctx, final, metav1.CreateOptions{})
	holds(err != nil && !apierrors.IsAlreadyExists(err), "an object with a version cannot be created", err)
	stale := metav1.Preconditions{UID: uidOf("another")}
	err = maps.Delete(ctx, "counter", metav1.DeleteOptions{Preconditions: &stale})
	holds(apierrors.IsConflict(err), "another uid is a conflict", err)
	fmt.Println("conflicts")
}

func uidOf(text string) *types.UID {
	uid := types.UID(text)
	return &uid
}

// Server-side apply of two managers.
func applied(clients kubernetes.Interface) {
	apply := func(manager, value string, force bool) error {
		body := fmt.Sprintf(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"applied"},"data":{"key":%q}}`, value)
		_, err := clients.CoreV1().ConfigMaps(namespace).Patch(ctx, "applied", types.ApplyPatchType, []byte(body),
			metav1.PatchOptions{FieldManager: manager, Force: &force})
		return err
	}
	must(apply("one", "a", false), "apply")
	holds(apierrors.IsConflict(apply("two", "b", false)), "the field is another manager's")
	must(apply("two", "b", true), "apply with force")
	fmt.Println("server-side apply")
}

func paged(clients kubernetes.Interface) {
	for number := 0; number < 25; number++ {
		object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("page-%02d", number), Labels: map[string]string{"paged": "yes"}}}
		_, err := clients.CoreV1().ConfigMaps(namespace).Create(ctx, object, metav1.CreateOptions{})
		must(err, "create")
	}
	requests := 0
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		requests++
		return clients.CoreV1().ConfigMaps(namespace).List(ctx, options)
	})
	pages.PageSize = 10
	names := map[string]bool{}
	must(pages.EachListItem(ctx, metav1.ListOptions{LabelSelector: "paged=yes"}, func(object runtime.Object) error {
		names[object.(*corev1.ConfigMap).Name] = true
		return nil
	}), "pages")
	holds(len(names) == 25 && requests == 3, "all pages", len(names), requests)
	fmt.Println("pages")
}

func budgets(clients kubernetes.Interface) {
	one := intstr.FromInt(1)
	_, err := clients.PolicyV1beta1().PodDisruptionBudgets(namespace).Create(ctx, &policyv1beta1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec: policyv1beta1.PodDisruptionBudgetSpec{
			MinAvailable: &one, Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}},
		},
	}, metav1.CreateOptions{})
	must(err, "create budget")
	eventually("the budget counts", func() bool {
		budget, err := clients.PolicyV1beta1().PodDisruptionBudgets(namespace).Get(ctx, "web", metav1.GetOptions{})
		return err == nil && budget.Status.CurrentHealthy == 1 && budget.Status.ObservedGeneration == budget.Generation
	})
	err = clients.CoreV1().Pods(namespace).Evict(ctx, &policyv1beta1.Eviction{
		ObjectMeta: metav1.ObjectMeta{Name: podOf(clients), Namespace: namespace},
	})
	holds(apierrors.IsTooManyRequests(err), "the budget refuses", err)
	fmt.Println("budgets")
}

func podOf(clients kubernetes.Interface) string {
	var name string
	eventually("one pod is left", func() bool {
		pods, err := clients.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{LabelSelector: "app=web"})
		must(err, "list")
		if len(pods.Items) != 1 {
			return false
		}
		name = pods.Items[0].Name
		return true
	})
	return name
}

func streams(config *rest.Config, clients kubernetes.Interface) {
	pod := podOf(clients)
	url := func(subresource string) *rest.Request {
		return clients.CoreV1().RESTClient().Post().Resource("pods").Namespace(namespace).Name(pod).SubResource(subresource)
	}
	request := url("exec").VersionedParams(&corev1.PodExecOptions{
		Command: []string{"sh", "-c", "cat; echo err >&2; exit 4"}, Stdin: true, Stdout: true, Stderr: true,
	}, scheme.ParameterCodec)
	executor, err := remotecommand.NewSPDYExecutor(config, "POST", request.URL())
	must(err, "executor")
	var stdout, stderr bytes.Buffer
	err = executor.Stream(remotecommand.StreamOptions{Stdin: strings.NewReader("typed"), Stdout: &stdout, Stderr: &stderr})
	holds(err != nil && strings.Contains(err.Error(), "exit code 4"), "exit code", err)
	holds(stdout.String() == "typed" && stderr.String() == "err\n", "output", stdout.String(), stderr.String())

	transport, upgrader, err := spdy.RoundTripperFor(config)
	must(err, "round tripper")
	stop, ready := make(chan struct{}), make(chan struct{})
	dialer := spdy.NewDialer(upgrader, &http.Client{Transport: transport}, "POST", url("portforward").URL())
	var printed bytes.Buffer
	forwarder, err := portforward.New(dialer, []string{"0:80"}, stop, ready, &printed, &printed)
	must(err, "port forwarder")
	go func() { must(forwarder.ForwardPorts(), "forward") }()
	<-ready
	ports, err := forwarder.GetPorts()
	must(err, "ports")
	holds(len(ports) == 1 && ports[0].Local > 0, "a port is forwarded", ports)
	close(stop)
	fmt.Println("streams")
}

func recorded(clients kubernetes.Interface) {
	broadcaster := record.NewBroadcaster()
	defer broadcaster.Shutdown()
	pods, err := clients.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{LabelSelector: "app=web"})
	must(err, "list")
	events := clients.CoreV1().Events(namespace)
	broadcaster.StartRecordingToSink(&sink{events})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "client-go"})
	for count := 0; count < 3; count++ {
		recorder.Event(&pods.Items[0], corev1.EventTypeNormal, "Tested", "by client-go")
	}
	options := metav1.ListOptions{FieldSelector: "source=client-go"}
	found, err := watchtools.UntilWithSync(ctx, &cache.ListWatch{
		ListFunc: func(metav1.ListOptions) (runtime.Object, error) { return events.List(ctx, options) },
		WatchFunc: func(more metav1.ListOptions) (watch.Interface, error) {
			more.FieldSelector = options.FieldSelector
			return events.Watch(ctx, more)
		},
	}, &corev1.Event{}, nil, func(event watch.Event) (bool, error) {
		recorded, ok := event.Object.(*corev1.Event)
		return ok && recorded.Count == 3, nil
	})
	must(err, "events")
	holds(found.Object.(*corev1.Event).InvolvedObject.Kind == "Pod", "an event of the pod")
	fmt.Println("events")
}

type sink struct {
	events interface {
		CreateWithEventNamespace(event *corev1.Event) (*corev1.Event, error)
		UpdateWithEventNamespace(event *corev1.Event) (*corev1.Event, error)
		PatchWithEventNamespace(event *corev1.Event, data []byte) (*corev1.Event, error)
	}
}

func (s *sink) Create(event *corev1.Event) (*corev1.Event, error) {
	return s.events.CreateWithEventNamespace(event)
}
func (s *sink) Update(event *corev1.Event) (*corev1.Event, error) {
	return s.events.UpdateWithEventNamespace(event)
}
func (s *sink) Patch(event *corev1.Event, data []byte) (*corev1.Event, error) {
	return s.events.PatchWithEventNamespace(event, data)
}

// A custom kind and an informer on it, by the dynamic client.
func custom(config *rest.Config) {
	client, err := dynamic.NewForConfig(config)
	must(err, "dynamic client")
	definitions := client.Resource(schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	definition := object(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"lamps.example.com"},
		"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"lamps","singular":"lamp","kind":"Lamp"},"versions":[
		{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",
		"properties":{"watts":{"type":"integer","default":60}}}}}}}]}}`)
	_, err = definitions.Create(ctx, definition, metav1.CreateOptions{})
	must(err, "create definition")
	lamps := schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "lamps"}
	eventually("the kind is served", func() bool {
		_, err := client.Resource(lamps).Namespace(namespace).List(ctx, metav1.ListOptions{})
		return err == nil
	})
	stop := make(chan struct{})
	defer close(stop)
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	informer := factory.ForResource(lamps)
	informer.Informer()
	factory.Start(stop)
	holds(cache.WaitForCacheSync(stop, informer.Informer().HasSynced), "synced")
	_, err = client.Resource(lamps).Namespace(namespace).Create(ctx,
		object(`{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"desk"},"spec":{}}`), metav1.CreateOptions{})
	must(err, "create lamp")
	eventually("the informer has the lamp with its default", func() bool {
		found, err := informer.Lister().ByNamespace(namespace).Get("desk")
		if err != nil {
			return false
		}
		watts, _, _ := unstructured.NestedInt64(found.(*unstructured.Unstructured).Object, "spec", "watts")
		return watts == 60
	})
	must(definitions.Delete(ctx, "lamps.example.com", metav1.DeleteOptions{}), "delete definition")
	fmt.Println("custom kinds")
}

func object(text string) *unstructured.Unstructured {
	found := &unstructured.Unstructured{}
	must(json.Unmarshal([]byte(text), &found.Object), "object")
	return found
}
