/** Each script calls `postern complete`, whose first line is `words` or `files`, and the others suggestions. */
const BASH = `# Completion of postern for bash. Add to ~/.bashrc: source <(postern completion bash)
_postern() {
  local kind line
  COMPREPLY=()
  {
    IFS= read -r kind
    if [ "$kind" = files ]; then
      compopt -o default 2>/dev/null
      return
    fi
    while IFS= read -r line; do COMPREPLY+=("$line"); done
  } < <("$1" complete bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
}
complete -F _postern postern
`;

const ZSH = `#compdef postern
# Completion of postern for zsh. Add to ~/.zshrc: source <(postern completion zsh)
_postern() {
  local -a answer suggestions
  answer=("\${(@f)$(postern complete zsh "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${answer[1]}" == files ]]; then
    _files
    return
  fi
  suggestions=("\${(@)answer[2,-1]}")
  _describe postern suggestions
}
if [[ "\${funcstack[1]}" == _postern ]]; then
  _postern
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _postern postern
fi
`;

const FISH = `# Completion of postern for fish. Run: postern completion fish > ~/.config/fish/completions/postern.fish
function __postern_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (postern complete fish $words[2..-1] "$current" 2>/dev/null)
    if test "$answer[1]" = files
        __fish_complete_path "$current"
    else
        printf '%s\\n' $answer[2..-1]
    end
end
complete -c postern -e
complete -c postern -f -a '(__postern_complete)'
`;

export const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
