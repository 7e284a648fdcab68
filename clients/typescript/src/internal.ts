// For `@comanda/cli`, which needs more of an answer than its JSON. These names may change in any version.
export { followMessages, PING } from './events.ts';
export { type Http, isPassing, isUntrusted, makeHttp, parseAnswer, sleep } from './http.ts';
export { readText } from './read-text.ts';
