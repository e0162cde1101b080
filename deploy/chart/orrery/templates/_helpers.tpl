{{- define "orrery.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* Labels of an object of a component: dict "root" . "component" NAME */}}
{{- define "orrery.labels" -}}
{{ include "orrery.selector" . }}
app.kubernetes.io/part-of: orrery
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
{{- end -}}

{{- define "orrery.selector" -}}
app.kubernetes.io/name: orrery
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Where the processes find each other, for all of them. */}}
{{- define "orrery.environment" -}}
- name: ORRERY_DATABASE_URL
  valueFrom:
    secretKeyRef: {name: {{ .Values.database.secretName }}, key: {{ .Values.database.key }}}
{{- if .Values.redis.secretName }}
- name: ORRERY_REDIS_URL
  valueFrom:
    secretKeyRef: {name: {{ .Values.redis.secretName }}, key: {{ .Values.redis.key }}}
{{- end }}
- {name: ORRERY_HEALTH_HOST, value: '0.0.0.0'}
- {name: ORRERY_HEALTH_PORT, value: '8081'}
- {name: ORRERY_LOG_LEVEL, value: {{ .Values.logLevel | quote }}}
- {name: ORRERY_KUBELET_SHARDS, value: {{ .Values.shards.kubelet | quote }}}
- {name: ORRERY_CLUSTER_SHARDS, value: {{ .Values.shards.cluster | quote }}}
{{- range $name, $value := .Values.env }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- end -}}

{{/* What the API server has beside the others. */}}
{{- define "orrery.serverEnvironment" -}}
{{- $name := include "orrery.name" . -}}
{{- $service := list $name (printf "%s.%s" $name .Release.Namespace) (printf "%s.%s.svc" $name .Release.Namespace) (printf "%s.%s.svc.cluster.local" $name .Release.Namespace) -}}
- {name: ORRERY_PORT, value: '8080'}
- {name: ORRERY_HOST, value: '0.0.0.0'}
- {name: ORRERY_AUTHORIZATION_MODE, value: RBAC}
- {name: ORRERY_TOKEN_AUTH_FILE, value: {{ printf "/etc/orrery/users/%s" .Values.users.key | quote }}}
{{- if .Values.tls.secretName }}
- {name: ORRERY_TLS_CERT_FILE, value: /etc/orrery/tls/tls.crt}
- {name: ORRERY_TLS_PRIVATE_KEY_FILE, value: /etc/orrery/tls/tls.key}
{{- end }}
- {name: ORRERY_ALLOWED_HOSTS, value: {{ concat $service (.Values.ingress.enabled | ternary .Values.ingress.hosts list) .Values.allowedHosts | join "," | quote }}}
- {name: ORRERY_NODES, value: {{ .Values.cluster.nodes | quote }}}
- {name: ORRERY_ZONES, value: {{ .Values.cluster.zones | quote }}}
- {name: ORRERY_SEED, value: {{ .Values.cluster.seed | quote }}}
- {name: ORRERY_CLOCK, value: {{ .Values.cluster.clock | quote }}}
- {name: ORRERY_BUNDLE, value: {{ .Values.cluster.bundle | quote }}}
{{- end -}}

{{- define "orrery.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* A container of the image: dict "root" . "program" FILE "resources" RESOURCES */}}
{{- define "orrery.container" -}}
image: {{ include "orrery.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [{{ printf "dist/apps/%s/main.js" .program }}]
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
resources: {{- toYaml .resources | nindent 2 }}
{{- end -}}

{{/* What pods of all components have in common. A service called orrery would set ORRERY_PORT, hence no links. */}}
{{- define "orrery.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}
