// Mail to guests: the outbox, and the interface to mail servers.
export * as Mail from "../mail/Mail.ts"
export * as Mails from "../mail/Mails.ts"
export * as MailSender from "../mail/MailSender.ts"
export * as MailTransport from "../mail/MailTransport.ts"
export * as TestMails from "../mail/TestMails.ts"
export * as UnsentMails from "../mail/UnsentMails.ts"
