/** A message in the queue: everything that is sent, so that each attempt sends the same bytes and the same Message-ID. */
export interface QueuedMail {
  id: string;
  recipient: string;
  /** The whole message in MIME, sealed: it may carry a link that lets its reader in. */
  sealed: Uint8Array;
}

export interface ClaimedMail extends QueuedMail {
  createdMs: number;
  /** This one included. */
  attempts: number;
}

export interface MailStore {
  add(mails: readonly QueuedMail[]): Promise<void>;
  /** Takes messages that are due and hides them from every other process for `leaseMs`. */
  claim(limit: number, leaseMs: number): Promise<ClaimedMail[]>;
  /** Makes a claimed message due again after `delayMs`, unless another process has claimed it meanwhile. */
  postpone(mail: Pick<ClaimedMail, 'id' | 'attempts'>, delayMs: number): Promise<void>;
  /** Messages in the order of their ids, after one of them. */
  sealed(afterId: string, limit: number): Promise<Pick<QueuedMail, 'id' | 'sealed'>[]>;
  /** Keeps the same message, sealed with another key. */
  reseal(id: string, sealed: Uint8Array): Promise<void>;
  /** Sent, or given up. */
  remove(id: string): Promise<void>;
}
