/** Mail to people from the server itself: invitations and password resets. Null if SMTP is not set up. */
export interface Mailer {
  /**
   * One attempt. Rejects if the mail server did not accept the mail. The reason contains no secret and is safe to log.
   */
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
