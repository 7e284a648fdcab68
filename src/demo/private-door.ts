import type { Comando } from '../contract/comandos.ts';

export type DoorAnswer = { ok: true } | { ok: false; codigo: string; error: string };

/** Sends commands and gives the answer of each; rejects when the door does not answer them all. */
export type Send = (comandos: readonly Comando[]) => Promise<DoorAnswer[]>;

export const makeSend =
  ({ privateUrl, ingestKey }: { privateUrl: string; ingestKey: string }): Send =>
  async (comandos) => {
    const response = await fetch(`${privateUrl}/commands`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ingestKey}` },
      body: comandos.map((comando) => `${JSON.stringify(comando)}\n`).join(''),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the private door answered with ${response.status}`);
    const answers = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): DoorAnswer => JSON.parse(line));
    if (answers.length < comandos.length) throw new Error('the private door closed early');
    return answers;
  };
