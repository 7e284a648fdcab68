import { type Completable, type CompletableOption, escapedList, quoted, wordsOf } from './words.ts';

export const zshScript = (commands: readonly Completable[]): string => {
  const { first, groups } = wordsOf(commands);
  return `#compdef comanda
# Completions of comanda for zsh.
_comanda() {
  local command=$words[2]
  if ((CURRENT == 2)); then
    local -a commands=(${described([...first])})
    _describe command commands
    return
  fi
  if [[ $command == help ]]; then
    _values command ${[...first.keys()].map(quoted).join(' ')}
    return
  fi
  case $command in
${[...groups].map(groupCase).join('\n')}
  esac
  shift words
  ((CURRENT--))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ $funcstack[1] == _comanda ]]; then _comanda "$@"; else compdef _comanda comanda; fi`;
};

const groupCase = ([group, second]: [string, [string, string][]]): string =>
  `    ${group})
      if ((CURRENT == 3)); then
        local -a commands=(${described(second)})
        _describe command commands
        return
      fi
      command="$command $words[3]"
      shift words
      ((CURRENT--))
      ;;`;

const described = (words: Iterable<readonly [string, string]>): string =>
  [...words].map(([word, summary]) => quoted(`${word}:${summary}`)).join(' ');

const commandCase = ({ name, argument, options }: Completable): string =>
  [
    `    ${quoted(name)})`,
    [
      '      _arguments',
      ...options.flatMap(optionSpecs),
      ...(argument === null ? [] : [quoted(`1:argument:${action(argument)}`)]),
    ].join(' \\\n        '),
    '      ;;',
  ].join('\n');

const optionSpecs = ({ long, short, help, values }: CompletableOption): string[] => {
  const text = help.replaceAll(/[[\]:\\]/g, '\\$&');
  const value = values === null ? '' : `:${long}:${action(values)}`;
  const named = value === '' ? `--${long}` : `--${long}=`;
  return [named, ...(short === null ? [] : [`-${short}`])].map((written) =>
    quoted(`${written}[${text}]${value}`),
  );
};

const action = (values: readonly string[]): string =>
  values.length === 0 ? '_files' : `(${escapedList(values)})`;
