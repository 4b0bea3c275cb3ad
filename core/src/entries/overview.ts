// Answers about many kinds of objects at once: search, the state of an event, the checklists of its set-up and of its end.
export * as Attention from "../overview/Alert.ts"
export * as Checklist from "../overview/Checklist.ts"
export * as Checklists from "../overview/Checklists.ts"
export * as EventEnds from "../overview/EventEnds.ts"
export * as Situation from "../overview/EventStatus.ts"
export * as Situations from "../overview/EventStatuses.ts"
export * as Finding from "../overview/Search.ts"
export * as Found from "../overview/SearchHit.ts"
