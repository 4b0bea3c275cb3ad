export declare const wrongSubjects: (subjects: ReadonlyArray<string>) => ReadonlyArray<string>
export declare const subjectsIn: (root: string) => ReadonlyArray<string>
