package orrerytest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

type kubeconfig struct {
	CurrentContext string `json:"current-context"`
	Contexts       []struct {
		Name    string `json:"name"`
		Context struct {
			Cluster string `json:"cluster"`
			User    string `json:"user"`
		} `json:"context"`
	} `json:"contexts"`
	Clusters []struct {
		Name    string `json:"name"`
		Cluster struct {
			Server    string `json:"server"`
			Authority []byte `json:"certificate-authority-data"`
		} `json:"cluster"`
	} `json:"clusters"`
	Users []struct {
		Name string `json:"name"`
		User struct {
			Token string `json:"token"`
		} `json:"user"`
	} `json:"users"`
}

// environmentAddress is that of $ORRERY_URL, with what the first file of $KUBECONFIG knows of it, which may be about
// anything, or not be there.
func environmentAddress() Address {
	url := strings.TrimRight(os.Getenv("ORRERY_URL"), "/")
	for _, file := range filepath.SplitList(os.Getenv("KUBECONFIG")) {
		if file == "" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			break
		}
		return withKubeconfig(url, text)
	}
	return Address{URL: url}
}

// withKubeconfig is the address, with token and authority if the current context of the kubeconfig is the same server. The
// kubeconfig is in JSON, as `orrery exec` writes it: the standard library has no parser of YAML.
func withKubeconfig(url string, text []byte) Address {
	address := Address{URL: url}
	var config kubeconfig
	if json.Unmarshal(text, &config) != nil {
		return address
	}
	for _, context := range config.Contexts {
		if context.Name != config.CurrentContext {
			continue
		}
		for _, each := range config.Clusters {
			if each.Name != context.Context.Cluster {
				continue
			}
			if strings.TrimRight(each.Cluster.Server, "/") != url {
				return address
			}
			address.CA = each.Cluster.Authority
		}
		for _, each := range config.Users {
			if each.Name == context.Context.User {
				address.Token = each.User.Token
			}
		}
	}
	return address
}
