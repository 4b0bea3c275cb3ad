// The connection to PostgreSQL and the migrations of its schema.
export * as Database from "../sql/Database.ts"
export * as Deadline from "../sql/Deadline.ts"
export * as Migrations from "../sql/Migrations.ts"
export * as Outage from "../sql/Outage.ts"
export * as ServerRole from "../sql/ServerRole.ts"
