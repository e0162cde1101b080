/** Completion scripts of shells; each calls the command, and completes files where it returns nothing. */
export const COMPLETION_SCRIPTS = {
  bash: `_orrery() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\\n'
  COMPREPLY=($(orrery __complete -- "\${words[@]}" 2>/dev/null))
}
complete -o default -F _orrery orrery
`,
  zsh: `#compdef orrery
_orrery() {
  local -a found
  found=("\${(@f)$(orrery __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "\${found[1]}" ]] && compadd -a found || _files
}
compdef _orrery orrery
`,
  fish: `function __orrery_complete
  set -l words (commandline -opc) (commandline -ct)
  orrery __complete -- $words[2..-1] 2>/dev/null
end
complete -c orrery -a '(__orrery_complete)'
`,
} as const;

export type ShellName = keyof typeof COMPLETION_SCRIPTS;
