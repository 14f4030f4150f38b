/** Mail to people from the server itself: invitations and password resets. Null in its place where SMTP is not set. */
export interface Mailer {
  /** One try. Rejects when the mail server did not take the mail; the reason holds no secret and is safe to log. */
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
