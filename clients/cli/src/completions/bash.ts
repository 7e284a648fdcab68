import { type Completable, quoted, wordsOf } from './words.ts';

export const bashScript = (commands: readonly Completable[]): string => {
  const words = wordsOf(commands);
  const first = [...words.first.keys()];
  const groups = [...words.groups].map(([group, second]) =>
    groupCase(
      group,
      second.map(([word]) => word),
    ),
  );
  return `# Completions of comanda for bash.
_comanda_offer() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$2")
}
_comanda() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  # Bash makes a word of the = in --format=csv.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    _comanda_offer ${quoted([...first, '--help', '--version'].join(' '))} "$current"
    return
  fi
  if [[ $command == help ]]; then
    _comanda_offer ${quoted(first.join(' '))} "$current"
    return
  fi
  case $command in
    ${[...words.groups.keys(), "''"].join(' | ')})
      if ((COMP_CWORD > 2)); then command="$command \${COMP_WORDS[2]}"; fi
      ;;
  esac
  case $command in
${[...groups, ...commands.map(commandCase)].join('\n')}
  esac
  _comanda_offer "$words" "$current"
}
complete -o default -F _comanda comanda`;
};

const groupCase = (group: string, second: readonly string[]): string =>
  `    ${group}) words=${quoted(second.join(' '))} ;;`;

const commandCase = ({ name, argument, options }: Completable): string => {
  const names = options.flatMap(({ long, short }) =>
    short === null ? [`--${long}`] : [`--${long}`, `-${short}`],
  );
  const valued = options.flatMap(({ long, short, values }) => {
    if (values === null) return [];
    const written = short === null ? `--${long}` : `--${long} | -${short}`;
    const reply =
      values.length === 0
        ? 'return'
        : `_comanda_offer ${quoted(values.join(' '))} "$current"; return`;
    return [`        ${written}) ${reply} ;;`];
  });
  // An argument that may be anything leaves the words empty: bash then offers files.
  const plain = argument ?? names;
  return [
    `    ${quoted(name)})`,
    ...(valued.length === 0 ? [] : ['      case $previous in', ...valued, '      esac']),
    `      words=${quoted(plain.join(' '))}`,
    `      if [[ $current == -* ]]; then words=${quoted(names.join(' '))}; fi`,
    '      ;;',
  ].join('\n');
};
