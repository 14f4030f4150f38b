/**
 * The cipher suites of TLS 1.2 that are offered: with forward secrecy, so that a stolen key opens nothing that was
 * recorded before, and with authenticated encryption. TLS 1.3 has no others; older versions are not spoken at all.
 */
export const tlsSuites = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");
