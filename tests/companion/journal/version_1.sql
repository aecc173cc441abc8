-- A journal as version 1 wrote it. Never edit: every later companion must open and prove it.
PRAGMA application_id = 1129661001;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE event (
        "match" TEXT NOT NULL,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        prev TEXT NOT NULL,
        hash TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY ("match", seq)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "event" VALUES('2026-11-29-kqzm',1,'match_begun','{"game":"mentiroso","points":3,"seats":["Ana","Íñigo"]}','0000000000000000000000000000000000000000000000000000000000000000','858c13a2d2d9ea87e57bb0c7dc50517128a29e2de3da18817fc3893be31a4d3c','2026-11-29T20:00:00.000Z');
INSERT INTO "event" VALUES('2026-11-29-kqzm',2,'claim_confirmed','{"faces":["K","K","Q","♠"],"seat":1}','858c13a2d2d9ea87e57bb0c7dc50517128a29e2de3da18817fc3893be31a4d3c','570388fffad5ccd6857f8488b78c2477792bbffd0abd9d7c7ecbb7df6baa068e','2026-11-29T20:00:01.000Z');
INSERT INTO "event" VALUES('2026-11-29-kqzm',3,'dice_read','{"confidence_permille":987,"evidence":["0000000000000000000000000000000000000000000000000000000000000000"],"note":null,"sure":true}','570388fffad5ccd6857f8488b78c2477792bbffd0abd9d7c7ecbb7df6baa068e','e87d36d646e11259ac2ce57b17a65bad96c20764a7af7f619004f4ee6632008e','2026-11-29T20:00:02.000Z');
INSERT INTO "event" VALUES('2026-11-29-kqzm',4,'retracted','{"by":"Íñigo","seq":2,"why":"wrong \"tap\"\n"}','e87d36d646e11259ac2ce57b17a65bad96c20764a7af7f619004f4ee6632008e','56322a9a9e34bc975d47f6ff8b4abe675a407f60921d228822d5a5c042d3b9f1','2026-11-29T20:00:03.000Z');
CREATE INDEX first_event ON event ("match") WHERE seq = 1;
CREATE TRIGGER event_follows BEFORE INSERT ON event
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE "match" = NEW."match")
      OR NEW.prev IS NOT coalesce(
            (SELECT hash FROM event WHERE "match" = NEW."match" AND seq = NEW.seq - 1), '0000000000000000000000000000000000000000000000000000000000000000')
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: an event must follow the last one'); END;
CREATE TRIGGER event_stays BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: no event is ever changed'); END;
CREATE TRIGGER event_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: no event is ever removed'); END;
COMMIT;
