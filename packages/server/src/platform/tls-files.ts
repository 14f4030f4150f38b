/**
 * The files of encrypted connections to a server: the authorities that may have issued the server's certificate, instead of
 * those that the system trusts, and the certificate that this side shows. They are read for every connection, so renewed
 * files are used without a restart.
 */
export interface TlsFiles {
  readonly ca: string | null;
  readonly cert: string | null;
  readonly key: string | null;
}
