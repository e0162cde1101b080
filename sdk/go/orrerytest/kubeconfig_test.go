package orrerytest

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const (
	secure = "https://127.0.0.1:8443"
	plain  = "http://127.0.0.1:8080"
	config = `{
  "clusters": [
    {"name": "first", "cluster": {"server": "http://127.0.0.1:8080"}},
    {"name": "second", "cluster": {"server": "https://127.0.0.1:8443/", "certificate-authority-data": "UEVN"}}
  ],
  "users": [{"name": "none", "user": {}}, {"name": "admin", "user": {"token": "secret"}}],
  "contexts": [
    {"name": "a", "context": {"cluster": "first", "user": "none"}},
    {"name": "b", "context": {"cluster": "second", "user": "admin"}}
  ],
  "current-context": "b"
}`
)

func TestTheCurrentContextSaysWhoAsksAndWhomToTrust(t *testing.T) {
	other := strings.Replace(config, `"current-context": "b"`, `"current-context": "a"`, 1)
	for _, each := range []struct {
		url, text string
		want      Address
	}{
		{secure, config, Address{URL: secure, Token: "secret", CA: []byte("PEM")}},
		{plain, other, Address{URL: plain}},
		{secure, other, Address{URL: secure}},
		{secure, "", Address{URL: secure}},
		{secure, "apiVersion: v1", Address{URL: secure}},
		{secure, `{"current-context": "b"}`, Address{URL: secure}},
	} {
		if got := withKubeconfig(each.url, []byte(each.text)); !reflect.DeepEqual(got, each.want) {
			t.Errorf("%s of %s: %+v", each.url, each.text, got)
		}
	}
}

func TestTheFirstFileOfTheEnvironmentCounts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kubeconfig")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ORRERY_URL", secure+"/")
	t.Setenv("KUBECONFIG", strings.Join([]string{"", file, "other"}, string(filepath.ListSeparator)))
	if got := environmentAddress(); got.Token != "secret" || got.URL != secure {
		t.Errorf("%+v", got)
	}
	t.Setenv("KUBECONFIG", file+".none")
	if got := environmentAddress(); !reflect.DeepEqual(got, Address{URL: secure}) {
		t.Errorf("%+v", got)
	}
}
