"""The front desk of a community health clinic. The signed-in user is always user 1.

Days are text like 2026-05-06 and moments text like 2026-05-06T10:30, both in the clinic's own time.
"""

import os
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal, NoReturn, TypeVar

from fastapi import Depends, FastAPI, HTTPException, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Index,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    select,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

DATABASE_URL = os.environ.get("DATABASE_PATH", "sqlite:///clinic_scheduling.db")
engine = create_engine(DATABASE_URL, connect_args={"check_same_thread": False})
new_session = sessionmaker(engine, autoflush=False)

CURRENT_USER = 1
SLOT_STEP_MINUTES = 10
FREE_AGAIN = ("cancelled", "no_show")

Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-05-06"])]
Moment = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$", examples=["2026-05-06T10:30"])]
Clock = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", examples=["09:00"])]
RoomKind = Literal["consult", "procedure", "therapy", "lab"]
AlertKind = Literal["allergy", "mobility", "interpreter", "attendance"]
VisitStatus = Literal["booked", "confirmed", "arrived", "completed", "cancelled", "no_show"]
Urgency = Literal["routine", "soon", "urgent"]
ReferralStatus = Literal["pending", "accepted", "declined", "scheduled"]
WaitingStatus = Literal["waiting", "booked", "removed"]
Channel = Literal["sms", "email", "phone"]
ReminderStatus = Literal["planned", "sent", "cancelled"]


@event.listens_for(engine, "connect")
def enforce_foreign_keys(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")


# ---------------------------------------------------------------------------------------------- tables


class Base(DeclarativeBase):
    type_annotation_map = {str: Text}


class User(Base):
    __tablename__ = "users"
    __table_args__ = (CheckConstraint("role IN ('reception', 'nurse', 'manager')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    role: Mapped[str]


class Specialty(Base):
    __tablename__ = "specialties"
    __table_args__ = (CheckConstraint("length(code) = 4"),)

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)


class Practitioner(Base):
    __tablename__ = "practitioners"
    __table_args__ = (CheckConstraint("accepts_new_patients IN (0, 1)"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    specialty_code: Mapped[str] = mapped_column(ForeignKey("specialties.code"), index=True)
    accepts_new_patients: Mapped[int] = mapped_column(default=1)
    hours: Mapped[list["WorkingHours"]] = relationship(order_by="WorkingHours.weekday")
    absences: Mapped[list["Absence"]] = relationship(order_by="Absence.first_day")


class WorkingHours(Base):
    __tablename__ = "working_hours"
    __table_args__ = (CheckConstraint("weekday BETWEEN 0 AND 6"), CheckConstraint("starts < ends"))

    practitioner_id: Mapped[int] = mapped_column(
        ForeignKey("practitioners.id", ondelete="CASCADE"), primary_key=True
    )
    weekday: Mapped[int] = mapped_column(primary_key=True)
    starts: Mapped[str]
    ends: Mapped[str]


class Absence(Base):
    __tablename__ = "absences"
    __table_args__ = (CheckConstraint("first_day <= last_day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    practitioner_id: Mapped[int] = mapped_column(
        ForeignKey("practitioners.id", ondelete="CASCADE"), index=True
    )
    first_day: Mapped[str]
    last_day: Mapped[str]
    reason: Mapped[str]


class Room(Base):
    __tablename__ = "rooms"
    __table_args__ = (CheckConstraint("kind IN ('consult', 'procedure', 'therapy', 'lab')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str]
    floor: Mapped[int]
    equipment: Mapped[list["Equipment"]] = relationship(
        secondary="room_equipment", order_by="Equipment.code", viewonly=True
    )


class Equipment(Base):
    __tablename__ = "equipment"

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]


class RoomEquipment(Base):
    __tablename__ = "room_equipment"

    room_id: Mapped[int] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    equipment_code: Mapped[str] = mapped_column(ForeignKey("equipment.code"), primary_key=True)


class AppointmentType(Base):
    __tablename__ = "appointment_types"
    __table_args__ = (
        CheckConstraint("minutes % 5 = 0"),
        CheckConstraint("room_kind IN ('consult', 'procedure', 'therapy', 'lab')"),
    )

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    minutes: Mapped[int]
    room_kind: Mapped[str]
    specialty_code: Mapped[str] = mapped_column(ForeignKey("specialties.code"))


class Insurer(Base):
    __tablename__ = "insurers"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)


class Patient(Base):
    __tablename__ = "patients"

    id: Mapped[int] = mapped_column(primary_key=True)
    record_number: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(index=True)
    birth_date: Mapped[str]
    phone: Mapped[str | None]
    email: Mapped[str | None]
    language: Mapped[str] = mapped_column(default="English")
    insurer_id: Mapped[int | None] = mapped_column(ForeignKey("insurers.id"))
    primary_practitioner_id: Mapped[int | None] = mapped_column(ForeignKey("practitioners.id"))
    insurer: Mapped[Insurer | None] = relationship()
    primary_practitioner: Mapped[Practitioner | None] = relationship()
    alerts: Mapped[list["PatientAlert"]] = relationship(order_by="PatientAlert.id")


class PatientAlert(Base):
    __tablename__ = "patient_alerts"
    __table_args__ = (CheckConstraint("kind IN ('allergy', 'mobility', 'interpreter', 'attendance')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    patient_id: Mapped[int] = mapped_column(ForeignKey("patients.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str]
    text: Mapped[str]


class Appointment(Base):
    __tablename__ = "appointments"
    __table_args__ = (
        CheckConstraint("status IN ('booked', 'confirmed', 'arrived', 'completed', 'cancelled', 'no_show')"),
        CheckConstraint("starts_at < ends_at"),
        CheckConstraint("cancel_reason IS NULL OR status = 'cancelled'"),
        Index("idx_appointments_practitioner", "practitioner_id", "starts_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    patient_id: Mapped[int] = mapped_column(ForeignKey("patients.id"), index=True)
    practitioner_id: Mapped[int] = mapped_column(ForeignKey("practitioners.id"))
    room_id: Mapped[int] = mapped_column(ForeignKey("rooms.id"))
    type_code: Mapped[str] = mapped_column(ForeignKey("appointment_types.code"))
    starts_at: Mapped[str]
    ends_at: Mapped[str]
    status: Mapped[str] = mapped_column(default="booked")
    cancel_reason: Mapped[str | None]
    booked_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    patient: Mapped[Patient] = relationship()
    practitioner: Mapped[Practitioner] = relationship()
    room: Mapped[Room] = relationship()
    type: Mapped[AppointmentType] = relationship()
    notes: Mapped[list["AppointmentNote"]] = relationship(order_by="AppointmentNote.id")
    reminders: Mapped[list["Reminder"]] = relationship(order_by="Reminder.id")

    @property
    def patient_name(self) -> str:
        return self.patient.name

    @property
    def practitioner_name(self) -> str:
        return self.practitioner.name

    @property
    def room_name(self) -> str:
        return self.room.name


class AppointmentNote(Base):
    __tablename__ = "appointment_notes"

    id: Mapped[int] = mapped_column(primary_key=True)
    appointment_id: Mapped[int] = mapped_column(ForeignKey("appointments.id", ondelete="CASCADE"))
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    text: Mapped[str]


class Reminder(Base):
    __tablename__ = "reminders"
    __table_args__ = (
        UniqueConstraint("appointment_id", "channel", "send_on"),
        CheckConstraint("channel IN ('sms', 'email', 'phone')"),
        CheckConstraint("status IN ('planned', 'sent', 'cancelled')"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    appointment_id: Mapped[int] = mapped_column(ForeignKey("appointments.id", ondelete="CASCADE"))
    channel: Mapped[str]
    send_on: Mapped[str]
    status: Mapped[str] = mapped_column(default="planned")


class WaitingEntry(Base):
    __tablename__ = "waiting_list"
    __table_args__ = (
        CheckConstraint("urgency IN ('routine', 'soon', 'urgent')"),
        CheckConstraint("status IN ('waiting', 'booked', 'removed')"),
        Index("idx_waiting_list_specialty", "specialty_code", "status"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    patient_id: Mapped[int] = mapped_column(ForeignKey("patients.id"))
    specialty_code: Mapped[str] = mapped_column(ForeignKey("specialties.code"))
    urgency: Mapped[str]
    added_on: Mapped[str]
    note: Mapped[str | None]
    status: Mapped[str] = mapped_column(default="waiting")
    appointment_id: Mapped[int | None] = mapped_column(ForeignKey("appointments.id", ondelete="SET NULL"))
    patient: Mapped[Patient] = relationship()

    @property
    def patient_name(self) -> str:
        return self.patient.name


class Referral(Base):
    __tablename__ = "referrals"
    __table_args__ = (CheckConstraint("status IN ('pending', 'accepted', 'declined', 'scheduled')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    patient_id: Mapped[int] = mapped_column(ForeignKey("patients.id"))
    from_practitioner_id: Mapped[int] = mapped_column(ForeignKey("practitioners.id"))
    specialty_code: Mapped[str] = mapped_column(ForeignKey("specialties.code"))
    reason: Mapped[str]
    created_on: Mapped[str]
    status: Mapped[str] = mapped_column(default="pending", index=True)
    accepted_by_id: Mapped[int | None] = mapped_column(ForeignKey("practitioners.id"))
    decline_reason: Mapped[str | None]
    appointment_id: Mapped[int | None] = mapped_column(ForeignKey("appointments.id", ondelete="SET NULL"))
    patient: Mapped[Patient] = relationship()
    from_practitioner: Mapped[Practitioner] = relationship(foreign_keys=from_practitioner_id)

    @property
    def patient_name(self) -> str:
        return self.patient.name

    @property
    def from_practitioner_name(self) -> str:
        return self.from_practitioner.name


Base.metadata.create_all(engine)


# -------------------------------------------------------------------------------- answers and requests


class View(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class UserView(View):
    id: int
    name: str
    role: str


class SpecialtyView(View):
    code: str
    name: str


class SpecialtyList(View):
    specialties: list[SpecialtyView]


class HoursView(View):
    weekday: int = Field(description="0 is Monday, 6 is Sunday")
    starts: str
    ends: str


class AbsenceView(View):
    id: int
    practitioner_id: int
    first_day: str
    last_day: str
    reason: str


class PractitionerView(View):
    id: int
    name: str
    specialty_code: str
    accepts_new_patients: bool


class PractitionerDetail(PractitionerView):
    hours: list[HoursView]
    absences: list[AbsenceView]


class PractitionerList(View):
    practitioners: list[PractitionerView]


class EquipmentView(View):
    code: str
    name: str


class RoomView(View):
    id: int
    name: str
    kind: RoomKind
    floor: int
    equipment: list[EquipmentView]


class RoomList(View):
    rooms: list[RoomView]


class TypeView(View):
    code: str
    name: str
    minutes: int
    room_kind: RoomKind
    specialty_code: str


class TypeList(View):
    appointment_types: list[TypeView]


class InsurerView(View):
    id: int
    name: str


class InsurerList(View):
    insurers: list[InsurerView]


class AlertView(View):
    id: int
    kind: AlertKind
    text: str


class PatientView(View):
    id: int
    record_number: str
    name: str
    birth_date: str
    phone: str | None
    email: str | None
    language: str
    insurer: InsurerView | None
    primary_practitioner_id: int | None
    alerts: list[AlertView]


class PatientList(View):
    total: int
    patients: list[PatientView]


class NoteView(View):
    id: int
    author_id: int
    text: str


class ReminderView(View):
    id: int
    appointment_id: int
    channel: Channel
    send_on: str
    status: ReminderStatus


class ReminderList(View):
    reminders: list[ReminderView]


class AppointmentView(View):
    id: int
    patient_id: int
    patient_name: str
    practitioner_id: int
    practitioner_name: str
    room_id: int
    room_name: str
    type_code: str
    starts_at: str
    ends_at: str
    status: VisitStatus
    cancel_reason: str | None


class AppointmentDetail(AppointmentView):
    notes: list[NoteView]
    reminders: list[ReminderView]


class AppointmentList(View):
    total: int
    appointments: list[AppointmentView]


class SlotList(View):
    practitioner_id: int
    day: str
    minutes: int
    free_starts: list[str] = Field(description="Moments at which an appointment of this type could start")


class AbsenceResult(View):
    absence: AbsenceView
    affected_appointments: list[AppointmentView] = Field(description="Still booked; to be moved or cancelled")


class WaitingView(View):
    id: int
    patient_id: int
    patient_name: str
    specialty_code: str
    urgency: Urgency
    added_on: str
    note: str | None
    status: WaitingStatus
    appointment_id: int | None


class WaitingList(View):
    entries: list[WaitingView]


class ReferralView(View):
    id: int
    patient_id: int
    patient_name: str
    from_practitioner_id: int
    from_practitioner_name: str
    specialty_code: str
    reason: str
    created_on: str
    status: ReferralStatus
    accepted_by_id: int | None
    decline_reason: str | None
    appointment_id: int | None


class ReferralList(View):
    referrals: list[ReferralView]


class AttendanceRow(View):
    patient_id: int
    patient_name: str
    completed: int
    cancelled: int
    no_shows: int


class AttendanceReport(View):
    first_day: str
    last_day: str
    patients: list[AttendanceRow]


class HoursRequest(BaseModel):
    starts: Clock
    ends: Clock


class AbsenceRequest(BaseModel):
    first_day: Day
    last_day: Day
    reason: str = Field(min_length=1)


class PatientRequest(BaseModel):
    name: str = Field(min_length=1)
    birth_date: Day
    phone: str | None = None
    email: str | None = None
    language: str = "English"
    insurer_id: int | None = None
    primary_practitioner_id: int | None = None


class PatientUpdate(BaseModel):
    phone: str | None = None
    email: str | None = None
    language: str | None = None
    insurer_id: int | None = None
    primary_practitioner_id: int | None = None


class AlertRequest(BaseModel):
    kind: AlertKind
    text: str = Field(min_length=1)


class SlotRequest(BaseModel):
    practitioner_id: int
    type_code: str
    starts_at: Moment
    room_id: int | None = Field(None, description="Without it: the first free room of the right kind")


class BookingRequest(SlotRequest):
    patient_id: int


class RescheduleRequest(BaseModel):
    starts_at: Moment
    practitioner_id: int | None = Field(None, description="Without it the practitioner stays the same")
    room_id: int | None = Field(None, description="Without it the room stays the same")


class CancelRequest(BaseModel):
    reason: str = Field(min_length=1)


class RoomRequest(BaseModel):
    room_id: int


class StatusRequest(BaseModel):
    status: Literal["confirmed", "arrived", "completed", "no_show"]


class NoteRequest(BaseModel):
    text: str = Field(min_length=1)


class ReminderRequest(BaseModel):
    channel: Channel
    send_on: Day


class WaitingRequest(BaseModel):
    patient_id: int
    specialty_code: str
    urgency: Urgency = "routine"
    note: str | None = None


class WaitingUpdate(BaseModel):
    urgency: Urgency | None = None
    note: str | None = None


class ReferralRequest(BaseModel):
    patient_id: int
    from_practitioner_id: int
    specialty_code: str
    reason: str = Field(min_length=1)


class AcceptRequest(BaseModel):
    practitioner_id: int


class DeclineRequest(BaseModel):
    reason: str = Field(min_length=1)


class ReferralSlot(BaseModel):
    type_code: str
    starts_at: Moment
    room_id: int | None = None


# --------------------------------------------------------------------------------------------- helpers


def get_db() -> Iterator[Session]:
    with new_session() as db:
        yield db


Db = Annotated[Session, Depends(get_db)]
Row = TypeVar("Row", bound=Base)


def problem(status: int, code: str, message: str) -> NoReturn:
    raise HTTPException(status, {"code": code, "message": message})


def load(db: Session, kind: type[Row], key: Any) -> Row:
    row = db.get(kind, key)
    if row is None:
        problem(404, "unknown", f"{kind.__name__} {key} does not exist")
    return row


def parse_moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        problem(422, "bad_time", f"{text} is not a moment")


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        problem(422, "bad_day", f"{text} is not a day")


def text_of(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M")


def overlapping(db: Session, starts_at: str, ends_at: str, besides: int | None) -> list[Appointment]:
    """Appointments that take place in a span of time, without the one that is being moved."""
    query = select(Appointment).where(
        Appointment.starts_at < ends_at,
        Appointment.ends_at > starts_at,
        Appointment.status.not_in(FREE_AGAIN),
        Appointment.id != (besides or 0),
    )
    return list(db.scalars(query))


def at_work(practitioner: Practitioner, starts_at: str, ends_at: str) -> bool:
    day, weekday = starts_at[:10], parse_moment(starts_at).weekday()
    if any(absence.first_day <= day <= absence.last_day for absence in practitioner.absences):
        return False
    return any(
        hours.weekday == weekday and hours.starts <= starts_at[11:] and ends_at[11:] <= hours.ends
        for hours in practitioner.hours
    )


def place(
    db: Session, appointment: Appointment, practitioner_id: int, starts_at: str, room_id: int | None
) -> None:
    """Gives an appointment its practitioner, time and room, or says which of them is not possible."""
    practitioner = load(db, Practitioner, practitioner_id)
    kind = load(db, AppointmentType, appointment.type_code)
    if practitioner.specialty_code != kind.specialty_code:
        problem(422, "wrong_specialty", f"{practitioner.name} does not offer {kind.name}")
    ends_at = text_of(parse_moment(starts_at) + timedelta(minutes=kind.minutes))
    if not at_work(practitioner, starts_at, ends_at):
        problem(409, "not_at_work", f"{practitioner.name} does not work from {starts_at} to {ends_at[11:]}")
    taken = overlapping(db, starts_at, ends_at, appointment.id)
    if any(other.practitioner_id == practitioner_id for other in taken):
        problem(409, "practitioner_busy", f"{practitioner.name} has another appointment then")
    if any(other.patient_id == appointment.patient_id for other in taken):
        problem(409, "patient_busy", "The patient has another appointment then")
    used = {other.room_id for other in taken}
    if room_id is None:
        rooms = db.scalars(select(Room).where(Room.kind == kind.room_kind).order_by(Room.id))
        room_id = next((room.id for room in rooms if room.id not in used), None)
        if room_id is None:
            problem(409, "no_room", f"No {kind.room_kind} room is free then")
    elif load(db, Room, room_id).kind != kind.room_kind:
        problem(422, "wrong_room", f"{kind.name} needs a {kind.room_kind} room")
    elif room_id in used:
        problem(409, "room_busy", "The room is taken then")
    appointment.practitioner_id, appointment.room_id = practitioner_id, room_id
    appointment.starts_at, appointment.ends_at = starts_at, ends_at


def book(db: Session, patient_id: int, slot: SlotRequest) -> Appointment:
    load(db, Patient, patient_id)
    appointment = Appointment(
        patient_id=patient_id, type_code=slot.type_code, status="booked", booked_by=CURRENT_USER
    )
    place(db, appointment, slot.practitioner_id, slot.starts_at, slot.room_id)
    db.add(appointment)
    db.flush()
    return appointment


def still_open(db: Session, appointment_id: int) -> Appointment:
    appointment = load(db, Appointment, appointment_id)
    if appointment.status not in ("booked", "confirmed"):
        problem(409, "not_open", f"The appointment is {appointment.status}")
    return appointment


def drop_reminders(appointment: Appointment) -> None:
    for reminder in appointment.reminders:
        if reminder.status == "planned":
            reminder.status = "cancelled"


def saved(db: Session, appointment: Appointment) -> Appointment:
    db.commit()
    db.refresh(appointment)
    return appointment


app = FastAPI(title="Clinic Scheduling", version="1.0.0")


# ------------------------------------------------------------------------------------ the clinic itself


@app.get("/api/me", operation_id="get_me", summary="Who am I", response_model=UserView)
def get_me(db: Db) -> Any:
    """The signed-in user."""
    return load(db, User, CURRENT_USER)


@app.get(
    "/api/specialties", operation_id="list_specialties", summary="Specialties", response_model=SpecialtyList
)
def list_specialties(db: Db) -> Any:
    """The specialties of the clinic."""
    return {"specialties": db.scalars(select(Specialty).order_by(Specialty.name)).all()}


@app.get(
    "/api/practitioners",
    operation_id="list_practitioners",
    summary="Practitioners",
    response_model=PractitionerList,
)
def list_practitioners(db: Db, specialty_code: str | None = None, name: str | None = None) -> Any:
    """Practitioners, optionally of one specialty or with a text in the name."""
    query = select(Practitioner).order_by(Practitioner.id)
    if specialty_code:
        query = query.where(Practitioner.specialty_code == specialty_code)
    if name:
        query = query.where(Practitioner.name.icontains(name))
    return {"practitioners": db.scalars(query).all()}


@app.get(
    "/api/practitioners/{practitioner_id}",
    operation_id="get_practitioner",
    summary="One practitioner",
    response_model=PractitionerDetail,
)
def get_practitioner(db: Db, practitioner_id: int) -> Any:
    """A practitioner with working hours and absences."""
    return load(db, Practitioner, practitioner_id)


@app.put(
    "/api/practitioners/{practitioner_id}/hours/{weekday}",
    operation_id="set_working_hours",
    summary="Set the hours of a weekday",
    response_model=PractitionerDetail,
)
def set_working_hours(
    db: Db,
    practitioner_id: int,
    weekday: Annotated[int, Field(ge=0, le=6, description="0 is Monday, 6 is Sunday")],
    body: HoursRequest,
) -> Any:
    """Sets or replaces a practitioner's hours on one weekday. Appointments stay where they are."""
    practitioner = load(db, Practitioner, practitioner_id)
    if body.starts >= body.ends:
        problem(422, "bad_hours", "The day ends before it starts")
    db.merge(WorkingHours(practitioner_id=practitioner_id, weekday=weekday, **body.model_dump()))
    db.commit()
    db.refresh(practitioner)
    return practitioner


@app.post(
    "/api/practitioners/{practitioner_id}/absences",
    operation_id="add_absence",
    summary="Record an absence",
    response_model=AbsenceResult,
    status_code=201,
)
def add_absence(db: Db, practitioner_id: int, body: AbsenceRequest) -> Any:
    """Records that a practitioner is away; answers the appointments that are hit. They are not cancelled."""
    load(db, Practitioner, practitioner_id)
    if parse_day(body.first_day) > parse_day(body.last_day):
        problem(422, "bad_days", "The absence ends before it starts")
    absence = Absence(practitioner_id=practitioner_id, **body.model_dump())
    db.add(absence)
    db.commit()
    hit = select(Appointment).where(
        Appointment.practitioner_id == practitioner_id,
        Appointment.starts_at >= body.first_day,
        Appointment.starts_at < f"{body.last_day}T24",
        Appointment.status.in_(("booked", "confirmed")),
    )
    affected = db.scalars(hit.order_by(Appointment.starts_at)).all()
    return {"absence": absence, "affected_appointments": affected}


@app.delete(
    "/api/absences/{absence_id}",
    operation_id="remove_absence",
    summary="Remove an absence",
    response_model=AbsenceView,
)
def remove_absence(db: Db, absence_id: int) -> Any:
    """Deletes an absence; answers what it was."""
    absence = load(db, Absence, absence_id)
    was = AbsenceView.model_validate(absence)
    db.delete(absence)
    db.commit()
    return was


@app.get("/api/rooms", operation_id="list_rooms", summary="Rooms", response_model=RoomList)
def list_rooms(
    db: Db,
    kind: RoomKind | None = None,
    equipment: Annotated[str | None, Query(description="Code of equipment that must be there")] = None,
) -> Any:
    """Rooms with their equipment."""
    query = select(Room).order_by(Room.id)
    if kind:
        query = query.where(Room.kind == kind)
    if equipment:
        query = query.where(Room.equipment.any(Equipment.code == equipment))
    return {"rooms": db.scalars(query).all()}


@app.get(
    "/api/appointment-types",
    operation_id="list_appointment_types",
    summary="Appointment types",
    response_model=TypeList,
)
def list_appointment_types(db: Db, specialty_code: str | None = None) -> Any:
    """What can be booked: its length, its kind of room and its specialty."""
    query = select(AppointmentType).order_by(AppointmentType.code)
    if specialty_code:
        query = query.where(AppointmentType.specialty_code == specialty_code)
    return {"appointment_types": db.scalars(query).all()}


@app.get("/api/insurers", operation_id="list_insurers", summary="Insurers", response_model=InsurerList)
def list_insurers(db: Db) -> Any:
    """Health insurers that the clinic works with."""
    return {"insurers": db.scalars(select(Insurer).order_by(Insurer.name)).all()}


# --------------------------------------------------------------------------------------------- patients


@app.get(
    "/api/patients", operation_id="search_patients", summary="Search patients", response_model=PatientList
)
def search_patients(
    db: Db,
    name: Annotated[str | None, Query(description="Part of the name")] = None,
    primary_practitioner_id: int | None = None,
    alert_kind: Annotated[AlertKind | None, Query(description="Only patients with such an alert")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Any:
    """Patients who fit all given filters, by name."""
    query = select(Patient).order_by(Patient.name)
    if name:
        query = query.where(Patient.name.icontains(name))
    if primary_practitioner_id is not None:
        query = query.where(Patient.primary_practitioner_id == primary_practitioner_id)
    if alert_kind:
        query = query.where(Patient.alerts.any(PatientAlert.kind == alert_kind))
    found = db.scalars(query).all()
    return {"total": len(found), "patients": found[:limit]}


@app.post(
    "/api/patients",
    operation_id="register_patient",
    summary="Register a patient",
    response_model=PatientView,
    status_code=201,
)
def register_patient(db: Db, body: PatientRequest) -> Any:
    """Adds a patient under the next record number. The same name and birth date are refused."""
    parse_day(body.birth_date)
    if db.scalar(select(Patient).filter_by(name=body.name, birth_date=body.birth_date)) is not None:
        problem(409, "known_patient", f"{body.name} is registered already")
    if body.insurer_id is not None:
        load(db, Insurer, body.insurer_id)
    if body.primary_practitioner_id is not None:
        if not load(db, Practitioner, body.primary_practitioner_id).accepts_new_patients:
            problem(409, "no_new_patients", "This practitioner takes no new patients")
    last = db.scalar(select(Patient.record_number).order_by(Patient.record_number.desc())) or "CH-0100"
    patient = Patient(record_number=f"CH-{int(last.removeprefix('CH-')) + 1:04}", **body.model_dump())
    db.add(patient)
    db.commit()
    return patient


@app.get(
    "/api/patients/{patient_id}",
    operation_id="get_patient",
    summary="One patient",
    response_model=PatientView,
)
def get_patient(db: Db, patient_id: int) -> Any:
    """A patient with insurer and alerts."""
    return load(db, Patient, patient_id)


@app.patch(
    "/api/patients/{patient_id}",
    operation_id="update_patient",
    summary="Change a patient",
    response_model=PatientView,
)
def update_patient(db: Db, patient_id: int, body: PatientUpdate) -> Any:
    """Changes only the fields that are given."""
    patient = load(db, Patient, patient_id)
    if body.insurer_id is not None:
        load(db, Insurer, body.insurer_id)
    if body.primary_practitioner_id is not None:
        load(db, Practitioner, body.primary_practitioner_id)
    for field, value in body.model_dump(exclude_unset=True).items():
        setattr(patient, field, value)
    db.commit()
    db.refresh(patient)
    return patient


@app.post(
    "/api/patients/{patient_id}/alerts",
    operation_id="add_patient_alert",
    summary="Add an alert",
    response_model=PatientView,
    status_code=201,
)
def add_patient_alert(db: Db, patient_id: int, body: AlertRequest) -> Any:
    """Adds what everybody should see before a visit: an allergy, a need, an attendance problem."""
    patient = load(db, Patient, patient_id)
    patient.alerts.append(PatientAlert(**body.model_dump()))
    db.commit()
    db.refresh(patient)
    return patient


@app.delete(
    "/api/patients/{patient_id}/alerts/{alert_id}",
    operation_id="remove_patient_alert",
    summary="Remove an alert",
    response_model=PatientView,
)
def remove_patient_alert(db: Db, patient_id: int, alert_id: int) -> Any:
    """Deletes one of a patient's alerts."""
    patient, alert = load(db, Patient, patient_id), load(db, PatientAlert, alert_id)
    if alert.patient_id != patient.id:
        problem(404, "unknown", f"Patient {patient_id} has no alert {alert_id}")
    db.delete(alert)
    db.commit()
    db.refresh(patient)
    return patient


@app.get(
    "/api/attendance",
    operation_id="report_attendance",
    summary="Attendance of patients",
    response_model=AttendanceReport,
)
def report_attendance(db: Db, first_day: Day, last_day: Day) -> Any:
    """How often patients came, cancelled or stayed away in a period, by name."""
    query = select(Appointment).where(
        Appointment.starts_at >= first_day, Appointment.starts_at < f"{last_day}T24"
    )
    rows: dict[int, AttendanceRow] = {}
    for visit in db.scalars(query):
        row = rows.setdefault(
            visit.patient_id,
            AttendanceRow(
                patient_id=visit.patient_id,
                patient_name=visit.patient.name,
                completed=0,
                cancelled=0,
                no_shows=0,
            ),
        )
        row.completed += visit.status == "completed"
        row.cancelled += visit.status == "cancelled"
        row.no_shows += visit.status == "no_show"
    ordered = sorted(rows.values(), key=lambda row: row.patient_name)
    return {"first_day": first_day, "last_day": last_day, "patients": ordered}


# ----------------------------------------------------------------------------------------- appointments


@app.get(
    "/api/appointments",
    operation_id="list_appointments",
    summary="List appointments",
    response_model=AppointmentList,
)
def list_appointments(
    db: Db,
    first_day: Annotated[Day | None, Query(description="YYYY-MM-DD")] = None,
    last_day: Annotated[Day | None, Query(description="YYYY-MM-DD, this day included")] = None,
    patient_id: int | None = None,
    practitioner_id: int | None = None,
    room_id: int | None = None,
    status: VisitStatus | None = None,
) -> Any:
    """Appointments that fit all given filters, by time."""
    query = select(Appointment).order_by(Appointment.starts_at, Appointment.id)
    if first_day:
        query = query.where(Appointment.starts_at >= first_day)
    if last_day:
        query = query.where(Appointment.starts_at < f"{last_day}T24")
    exact = {
        "patient_id": patient_id,
        "practitioner_id": practitioner_id,
        "room_id": room_id,
        "status": status,
    }
    query = query.filter_by(**{name: value for name, value in exact.items() if value is not None})
    found = db.scalars(query).all()
    return {"total": len(found), "appointments": found}


@app.post(
    "/api/appointments",
    operation_id="book_appointment",
    summary="Book an appointment",
    response_model=AppointmentDetail,
    status_code=201,
)
def book_appointment(db: Db, body: BookingRequest) -> Any:
    """Books a patient if practitioner, patient and room are free and the practitioner works then."""
    return saved(db, book(db, body.patient_id, body))


@app.get(
    "/api/appointments/free",
    operation_id="find_free_slots",
    summary="Find free times",
    response_model=SlotList,
)
def find_free_slots(db: Db, practitioner_id: int, day: Day, type_code: str) -> Any:
    """When on a day a practitioner could start an appointment of a type, in steps of ten minutes."""
    practitioner, kind = load(db, Practitioner, practitioner_id), load(db, AppointmentType, type_code)
    weekday = parse_day(day).weekday()
    free = []
    for hours in practitioner.hours:
        start = parse_moment(f"{day}T{hours.starts}")
        while hours.weekday == weekday and text_of(start)[11:] < hours.ends:
            begin, end = text_of(start), text_of(start + timedelta(minutes=kind.minutes))
            busy = any(row.practitioner_id == practitioner_id for row in overlapping(db, begin, end, None))
            if not busy and at_work(practitioner, begin, end):
                free.append(begin)
            start += timedelta(minutes=SLOT_STEP_MINUTES)
    return {"practitioner_id": practitioner_id, "day": day, "minutes": kind.minutes, "free_starts": free}


@app.get(
    "/api/appointments/{appointment_id}",
    operation_id="get_appointment",
    summary="One appointment",
    response_model=AppointmentDetail,
)
def get_appointment(db: Db, appointment_id: int) -> Any:
    """An appointment with its notes and reminders."""
    return load(db, Appointment, appointment_id)


@app.post(
    "/api/appointments/{appointment_id}/reschedule",
    operation_id="reschedule_appointment",
    summary="Move an appointment",
    response_model=AppointmentDetail,
)
def reschedule_appointment(db: Db, appointment_id: int, body: RescheduleRequest) -> Any:
    """Moves an open appointment. It has to be confirmed again and its planned reminders are cancelled."""
    appointment = still_open(db, appointment_id)
    practitioner_id = body.practitioner_id or appointment.practitioner_id
    place(db, appointment, practitioner_id, body.starts_at, body.room_id or appointment.room_id)
    appointment.status = "booked"
    drop_reminders(appointment)
    return saved(db, appointment)


@app.post(
    "/api/appointments/{appointment_id}/cancel",
    operation_id="cancel_appointment",
    summary="Cancel an appointment",
    response_model=AppointmentDetail,
)
def cancel_appointment(db: Db, appointment_id: int, body: CancelRequest) -> Any:
    """Cancels an open appointment and its planned reminders."""
    appointment = still_open(db, appointment_id)
    appointment.status, appointment.cancel_reason = "cancelled", body.reason
    drop_reminders(appointment)
    return saved(db, appointment)


@app.post(
    "/api/appointments/{appointment_id}/room",
    operation_id="change_room",
    summary="Change the room",
    response_model=AppointmentDetail,
)
def change_room(db: Db, appointment_id: int, body: RoomRequest) -> Any:
    """Gives an open appointment another free room of the right kind."""
    appointment = still_open(db, appointment_id)
    place(db, appointment, appointment.practitioner_id, appointment.starts_at, body.room_id)
    return saved(db, appointment)


@app.post(
    "/api/appointments/{appointment_id}/status",
    operation_id="set_appointment_status",
    summary="Confirm, check in or close an appointment",
    response_model=AppointmentDetail,
)
def set_appointment_status(db: Db, appointment_id: int, body: StatusRequest) -> Any:
    """Marks an appointment as confirmed, arrived, completed or no-show."""
    appointment = load(db, Appointment, appointment_id)
    if appointment.status in ("cancelled", "completed", "no_show"):
        problem(409, "closed", f"The appointment is {appointment.status}")
    appointment.status = body.status
    return saved(db, appointment)


@app.post(
    "/api/appointments/{appointment_id}/notes",
    operation_id="add_appointment_note",
    summary="Add a note",
    response_model=AppointmentDetail,
    status_code=201,
)
def add_appointment_note(db: Db, appointment_id: int, body: NoteRequest) -> Any:
    """Adds a note for the staff to an appointment."""
    appointment = load(db, Appointment, appointment_id)
    appointment.notes.append(AppointmentNote(author_id=CURRENT_USER, text=body.text))
    return saved(db, appointment)


@app.get("/api/reminders", operation_id="list_reminders", summary="Reminders", response_model=ReminderList)
def list_reminders(db: Db, send_on: Day | None = None, status: ReminderStatus | None = None) -> Any:
    """Reminders of appointments, by day."""
    query = select(Reminder).order_by(Reminder.send_on, Reminder.id)
    if send_on:
        query = query.where(Reminder.send_on == send_on)
    if status:
        query = query.where(Reminder.status == status)
    return {"reminders": db.scalars(query).all()}


@app.post(
    "/api/appointments/{appointment_id}/reminders",
    operation_id="plan_reminder",
    summary="Plan a reminder",
    response_model=AppointmentDetail,
    status_code=201,
)
def plan_reminder(db: Db, appointment_id: int, body: ReminderRequest) -> Any:
    """Plans a reminder for an open appointment, on its day at the latest."""
    appointment = still_open(db, appointment_id)
    parse_day(body.send_on)
    if body.send_on > appointment.starts_at[:10]:
        problem(422, "too_late", "The reminder would come after the appointment")
    if any((row.channel, row.send_on) == (body.channel, body.send_on) for row in appointment.reminders):
        problem(409, "same_reminder", "There is such a reminder already")
    appointment.reminders.append(Reminder(**body.model_dump(), status="planned"))
    return saved(db, appointment)


# ---------------------------------------------------------------------------- waiting list and referrals


@app.get(
    "/api/waiting-list", operation_id="list_waiting", summary="The waiting list", response_model=WaitingList
)
def list_waiting(
    db: Db,
    specialty_code: str | None = None,
    status: WaitingStatus | None = None,
    urgency: Urgency | None = None,
) -> Any:
    """Entries of the waiting list in the order in which they were added to it."""
    query = select(WaitingEntry).order_by(WaitingEntry.id)
    exact = {"specialty_code": specialty_code, "status": status, "urgency": urgency}
    query = query.filter_by(**{name: value for name, value in exact.items() if value is not None})
    return {"entries": db.scalars(query).all()}


@app.post(
    "/api/waiting-list",
    operation_id="add_to_waiting_list",
    summary="Put a patient on the waiting list",
    response_model=WaitingView,
    status_code=201,
)
def add_to_waiting_list(db: Db, body: WaitingRequest) -> Any:
    """Adds a patient who waits for a specialty; one entry for each specialty."""
    load(db, Patient, body.patient_id)
    load(db, Specialty, body.specialty_code)
    same = {"patient_id": body.patient_id, "specialty_code": body.specialty_code, "status": "waiting"}
    if db.scalar(select(WaitingEntry).filter_by(**same)) is not None:
        problem(409, "waiting", "The patient waits for this specialty already")
    entry = WaitingEntry(**body.model_dump(), added_on=date.today().isoformat(), status="waiting")
    db.add(entry)
    db.commit()
    return entry


@app.patch(
    "/api/waiting-list/{entry_id}",
    operation_id="update_waiting_entry",
    summary="Change an entry of the waiting list",
    response_model=WaitingView,
)
def update_waiting_entry(db: Db, entry_id: int, body: WaitingUpdate) -> Any:
    """Changes the urgency or the note; only what is given."""
    entry = load(db, WaitingEntry, entry_id)
    for field, value in body.model_dump(exclude_none=True).items():
        setattr(entry, field, value)
    db.commit()
    return entry


@app.post(
    "/api/waiting-list/{entry_id}/book",
    operation_id="book_from_waiting_list",
    summary="Book a waiting patient",
    response_model=WaitingView,
)
def book_from_waiting_list(db: Db, entry_id: int, body: SlotRequest) -> Any:
    """Books an appointment for a waiting patient and closes the entry."""
    entry = load(db, WaitingEntry, entry_id)
    if entry.status != "waiting":
        problem(409, "not_waiting", f"The entry is {entry.status}")
    if load(db, AppointmentType, body.type_code).specialty_code != entry.specialty_code:
        problem(422, "wrong_specialty", "The patient waits for another specialty")
    entry.appointment_id = book(db, entry.patient_id, body).id
    entry.status = "booked"
    db.commit()
    return entry


@app.post(
    "/api/waiting-list/{entry_id}/remove",
    operation_id="remove_from_waiting_list",
    summary="Take a patient off the waiting list",
    response_model=WaitingView,
)
def remove_from_waiting_list(db: Db, entry_id: int) -> Any:
    """Closes a waiting entry without an appointment."""
    entry = load(db, WaitingEntry, entry_id)
    if entry.status != "waiting":
        problem(409, "not_waiting", f"The entry is {entry.status}")
    entry.status = "removed"
    db.commit()
    return entry


@app.get("/api/referrals", operation_id="list_referrals", summary="Referrals", response_model=ReferralList)
def list_referrals(
    db: Db,
    status: ReferralStatus | None = None,
    specialty_code: str | None = None,
    patient_id: int | None = None,
) -> Any:
    """Referrals inside the clinic, oldest first."""
    query = select(Referral).order_by(Referral.created_on, Referral.id)
    exact = {"status": status, "specialty_code": specialty_code, "patient_id": patient_id}
    query = query.filter_by(**{name: value for name, value in exact.items() if value is not None})
    return {"referrals": db.scalars(query).all()}


@app.post(
    "/api/referrals",
    operation_id="create_referral",
    summary="Refer a patient",
    response_model=ReferralView,
    status_code=201,
)
def create_referral(db: Db, body: ReferralRequest) -> Any:
    """Refers a patient to another specialty of the clinic."""
    load(db, Patient, body.patient_id)
    load(db, Specialty, body.specialty_code)
    if load(db, Practitioner, body.from_practitioner_id).specialty_code == body.specialty_code:
        problem(422, "same_specialty", "A referral goes to another specialty")
    referral = Referral(**body.model_dump(), created_on=date.today().isoformat(), status="pending")
    db.add(referral)
    db.commit()
    return referral


@app.post(
    "/api/referrals/{referral_id}/accept",
    operation_id="accept_referral",
    summary="Accept a referral",
    response_model=ReferralView,
)
def accept_referral(db: Db, referral_id: int, body: AcceptRequest) -> Any:
    """Accepts a pending referral for a practitioner of its specialty."""
    referral, practitioner = load(db, Referral, referral_id), load(db, Practitioner, body.practitioner_id)
    if referral.status != "pending":
        problem(409, "not_pending", f"The referral is {referral.status}")
    if practitioner.specialty_code != referral.specialty_code:
        problem(422, "wrong_specialty", f"{practitioner.name} is of another specialty")
    referral.status, referral.accepted_by_id = "accepted", practitioner.id
    db.commit()
    return referral


@app.post(
    "/api/referrals/{referral_id}/decline",
    operation_id="decline_referral",
    summary="Decline a referral",
    response_model=ReferralView,
)
def decline_referral(db: Db, referral_id: int, body: DeclineRequest) -> Any:
    """Declines a pending referral with a reason."""
    referral = load(db, Referral, referral_id)
    if referral.status != "pending":
        problem(409, "not_pending", f"The referral is {referral.status}")
    referral.status, referral.decline_reason = "declined", body.reason
    db.commit()
    return referral


@app.post(
    "/api/referrals/{referral_id}/schedule",
    operation_id="schedule_referral",
    summary="Book the appointment of a referral",
    response_model=ReferralView,
)
def schedule_referral(db: Db, referral_id: int, body: ReferralSlot) -> Any:
    """Books an accepted referral's patient with the practitioner who accepted it."""
    referral = load(db, Referral, referral_id)
    if referral.status != "accepted" or referral.accepted_by_id is None:
        problem(409, "not_accepted", f"The referral is {referral.status}")
    slot = SlotRequest(practitioner_id=referral.accepted_by_id, **body.model_dump())
    referral.appointment_id = book(db, referral.patient_id, slot).id
    referral.status = "scheduled"
    db.commit()
    return referral


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000")))
